import { groups } from "@workflow-api/conformance";
import type { Teller } from "@workflow-api/conformance/score";
import type { Score } from "./run-score.ts";
import type { Fate } from "./try-mutant.ts";

/** What is asked of a score, and what it knows. */
export interface PrintOptions {
  /** In percent. */
  readonly min: number;
  /** Whether every killer of each mutant is known, not the first only. */
  readonly matrix: boolean;
}

const outcomes = ["killed", "survived", "unguessable", "unloadable", "types", "equivalent"] as const;

/**
 * Prints what survived, the tables, and what is wrong with the score if anything is.
 * @returns The exit code.
 */
export function printScore(score: Score, { min, matrix }: PrintOptions): number {
  const { fates, outset, refused, rewritten, seconds, seeded } = score;
  const of = (outcome: Fate["outcome"]): Fate[] => fates.filter((fate) => fate.outcome === outcome);
  const killed = of("killed");
  const survived = of("survived").filter((fate) => !refused.has(fate));
  const noticed = rewritten.flatMap((each) => each.noticed);
  const rewrites = rewritten.reduce((sum, { count }) => sum + count, 0);
  const percent = scoreOf(killed.length, survived.length);
  for (const fate of survived) print(survivorText(fate));
  print(table(fates));
  const { answers, cases } = outset.suite;
  print(tellersTable(score, survived.length, matrix));
  print(
    `${cases} requests and ${answers} answers, on ${fates.length} of ${outset.population} mutants, ${seconds.toFixed(1)} s`,
  );
  const byAnswer = killed.filter(({ kills }) => kills[0]?.by === "answer").length;
  print(`${killed.length} noticed: ${killed.length - byAnswer} by a request, ${byAnswer} by an answer`);
  print(
    `${of("unloadable").length} cannot be served, ${of("types").length} only change the types, ${of("equivalent").length} ask the same of a server`,
  );
  print(`${of("unguessable").length} allow a value more, which nothing can guess`);
  print(
    `${of("survived").length - survived.length} are refused by the rules of the contract, ${survived.length} survived`,
  );
  print(`${rewrites} rewrites mean the same, ${noticed.length} of them were noticed`);
  print(uncheckedText(outset.unchecked));
  const wrong = [
    ...outset.failed.map((title) => `The original itself fails, so this was left out: ${title}`),
    ...seeded.flatMap(({ failed, seed }) =>
      failed.map((title) => `The original fails under the seed ${seed}: ${title}`),
    ),
    ...noticed.map(
      ({ kills, operator, outcome, pointer }) =>
        `A rewrite is ${outcome}: ${operator} of ${pointer} ${kills[0]?.title ?? ""}`,
    ),
    ...(percent < min ? [`The score is below ${min} %.`] : []),
  ];
  for (const line of wrong) print(line);
  print(`score ${percent.toFixed(2)} %`);
  return wrong.length === 0 ? 0 : 1;
}

function scoreOf(killed: number, survived: number): number {
  return (100 * killed) / Math.max(1, killed + survived);
}

function survivorText({ operator, pointer, survivor }: Fate): string {
  const { closest = [], difference = [], place = "" } = survivor ?? {};
  const lines = [`survived: ${operator} ${pointer} (${place})`, ...difference.map((line) => `  ${line}`)];
  return [...lines, ...closest.map((title) => `  close: ${title}`), ""].join("\n");
}

/** Of these bodies only the media type tells one contract from another. */
function uncheckedText(unchecked: readonly string[]): string {
  if (unchecked.length === 0) return "no body is left unjudged";
  return [`bodies that are never judged: ${unchecked.length}`, ...unchecked.map((body) => `  ${body}`)].join(
    "\n",
  );
}

function table(fates: readonly Fate[]): string {
  const operators = [...new Set(fates.map(({ operator }) => operator))].sort();
  const rows = operators.map((operator) => {
    const own = fates.filter((fate) => fate.operator === operator);
    const counts = outcomes.map((outcome) => column(own.filter((fate) => fate.outcome === outcome).length));
    return `${operator.padEnd(22)}${column(own.length)}${counts.join("")}`;
  });
  return [`${"operator".padEnd(22)}${["mutants", ...outcomes].map(column).join("")}`, ...rows].join("\n");
}

/** How many mutants each group notices; with the matrix also how many nothing else does, and the score without it. */
function tellersTable({ fates, outset }: Score, survived: number, matrix: boolean): string {
  const killed = fates.filter(({ outcome }) => outcome === "killed");
  const tellers: readonly Teller[] = [...groups, "answer"];
  const heads = matrix ? ["mutants", "alone", "without"] : ["first"];
  const rows = tellers.map((teller) => {
    // A contract without bodies has no case of them.
    if (teller !== "answer" && !outset.suite.groups.includes(teller))
      return `${teller.padEnd(22)}${column("no case")}`;
    const by = killed.filter(({ kills }) => kills.some((kill) => kill.by === teller));
    const alone = by.filter(({ kills }) => kills.length === 1);
    const without = scoreOf(killed.length - alone.length, survived + alone.length).toFixed(2);
    const counts = matrix ? [by.length, alone.length, without] : [by.length];
    return `${teller.padEnd(22)}${counts.map(column).join("")}`;
  });
  return [`${"noticed by".padEnd(22)}${heads.map(column).join("")}`, ...rows].join("\n");
}

function column(value: string | number): string {
  return String(value).padStart(12);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
