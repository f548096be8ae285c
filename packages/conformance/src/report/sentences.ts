import { groupResults } from "./failure-kinds.ts";
import { countOutcomes, type Report, type ReportedFinding, type Result } from "./report.ts";

/** The report in a sentence. */
export function headlineOf({ conclusion }: Report): string {
  return headlines[conclusion];
}

const headlines: Readonly<Record<Report["conclusion"], string>> = {
  agrees: "The server agrees with its contract",
  disagrees: "The server does not agree with its contract",
  open: "Whether the server agrees with its contract is open",
};

/** What decided the requests, so that the same are sent again. */
export function seedText({ explore, seed }: Report): string {
  return explore === 0 ? `seed ${seed}` : `seed ${seed} and ${explore} random requests of each operation`;
}

/** The last line of a run. */
export function summaryLine({ results }: Report): string {
  const { passed, failed, known, skipped } = countOutcomes(results);
  const more = [known > 0 ? `, ${known} known` : "", skipped > 0 ? `, ${skipped} not sent` : ""].join("");
  return `${passed} passed, ${failed} failed${more}`;
}

/** What stands under a reproduction. */
export function shorteningNote({ group, isShortened }: Result): string | undefined {
  if (group === "random")
    return "Found by random requests: with the same --seed and --explore it comes again.";
  return isShortened
    ? "Shortened: nothing else of the request is needed for this, which was tried."
    : undefined;
}

/** What the contract says and what came, as a sentence in pieces that each reporter marks in its own way. */
export function saidAndCame({ expected, file, line, status }: Result): readonly Piece[] {
  const place: Piece = { code: `${file}:${line}` };
  const came: Piece = { strong: String(status ?? "nothing") };
  if (String(status) === expected) return [came, " came, as the contract says (", place, "), but:"];
  return ["The contract says ", { strong: expected }, " (", place, "), ", came, " came."];
}

/** A piece of a sentence. */
export type Piece = string | { readonly strong: string } | { readonly code: string };

/** The place that a finding contradicts, if it is not that of its case. */
export function placeOf(finding: ReportedFinding, { file, line }: Result): string | undefined {
  const isSame = finding.file === file && finding.line === line;
  return isSame ? undefined : `${finding.file}:${finding.line}`;
}

/** Why cases were not sent, each reason with how many. */
export function reasonsNotSent({ results }: Report): string[] {
  const skipped = results.filter(({ outcome }) => outcome === "skipped");
  return [...groupResults(skipped, ({ reason }) => reason ?? "")].map(
    ([reason, cases]) => `${cases.length} not sent. ${reason}`,
  );
}
