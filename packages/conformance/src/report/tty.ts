import { styleText } from "node:util";
import { type FailureKind, failureKinds } from "./failure-kinds.ts";
import type { Covered, OperationCoverage, Report, ReportedFinding, Result } from "./report.ts";
import {
  headlineOf,
  type Piece,
  placeOf,
  reasonsNotSent,
  saidAndCame,
  seedText,
  shorteningNote,
  summaryLine,
} from "./sentences.ts";

/** More kinds of failures than these are only counted. */
const mostShown = 20;

/** Of the other failures of a kind, as many titles are named. */
const mostNamed = 3;

/** The report for a terminal: failures first, one of each kind, then how far the contract was covered. */
export function ttyReport(report: Report): string {
  const { conclusion, contract, coverage, results, server, untried } = report;
  const kinds = failureKinds(results);
  const more =
    kinds.length > mostShown
      ? [`And ${kinds.length - mostShown} more kinds of failures: --reporter html=FILE shows all.\n`]
      : [];
  return [
    ...kinds.slice(0, mostShown).map(failure),
    ...more,
    `${contract.title} ${contract.version} on ${server}, ${seedText(report)}, ${(report.duration / 1000).toFixed(1)} s`,
    "",
    ...coverage.map(operationTable),
    styleText("dim", "What stands in brackets was not seen or not sent broken.\n"),
    ...reasonsNotSent(report).map((reason) => styleText("dim", reason)),
    ...untried.map((reason) => styleText("yellow", reason)),
    styleText(colours[conclusion], `${headlineOf(report)}: ${summaryLine(report)}`),
    "",
  ].join("\n");
}

const colours = { agrees: "green", disagrees: "red", open: "yellow" } as const;

function operationTable(operation: OperationCoverage): string {
  const { cases, failed, operationId, parts, sent, statuses, unchecked } = operation;
  const rows: readonly (readonly [name: string, covered: readonly Covered[]])[] = [
    ["statuses", statuses],
    ...parts.map(({ keywords, name }) => [name, keywords] as const),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    `${styleText("bold", operationId)}  ${sent} of ${cases} cases sent, ${failed} failed`,
    ...rows.map(([name, covered]) => `  ${name.padEnd(width)}  ${list(covered)}`),
    ...unchecked.map((each) => styleText("yellow", `  not checked: the body of ${each}`)),
    "",
  ].join("\n");
}

function failure({ others, shown }: FailureKind): string {
  const { curl, findings, title } = shown;
  const names = others.slice(0, mostNamed).map((other) => other.title);
  const rest = others.length > mostNamed ? [`and ${others.length - mostNamed} more`] : [];
  const note = shorteningNote(shown);
  return [
    `${styleText("red", "✗")} ${styleText("bold", title)}`,
    `  ${saidAndCame(shown).map(plain).join("")}`,
    ...findings.map(
      (finding) => `  ${styleText("red", finding.name)}${at(finding, shown)}: ${finding.message}`,
    ),
    styleText("dim", curl.replaceAll(/^/gm, "  ")),
    ...(note === undefined ? [] : [styleText("dim", `  ${note}`)]),
    ...(names.length === 0
      ? []
      : [`  The same in ${others.length} more: ${[...names, ...rest].join("; ")}.`]),
    "",
  ].join("\n");
}

function plain(piece: Piece): string {
  if (typeof piece === "string") return piece;
  return "strong" in piece ? piece.strong : piece.code;
}

function at(finding: ReportedFinding, shown: Result): string {
  const place = placeOf(finding, shown);
  return place === undefined ? "" : ` (${place})`;
}

function list(covered: readonly Covered[]): string {
  if (covered.length === 0) return styleText("dim", "nothing can be broken");
  return covered.map(({ name, covered: is }) => (is ? name : styleText("dim", `(${name})`))).join("  ");
}
