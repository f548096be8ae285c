import { groups } from "@workflow-api/conformance";
import type { Fate } from "./try-mutant.ts";

interface Told {
  readonly population: number;
  readonly seconds: number;
  /** In percent. */
  readonly min: number;
  /** The files of the survivors that the rules of the contract refuse. */
  readonly refused: ReadonlySet<string>;
}

const outcomes = ["killed", "survived", "unloadable", "types", "equivalent"] as const;

/**
 * Prints the score and what survived.
 * @returns The exit code.
 */
export function printScore(fates: readonly Fate[], { min, population, refused, seconds }: Told): number {
  const of = (outcome: Fate["outcome"]): Fate[] => fates.filter((fate) => fate.outcome === outcome);
  const killed = of("killed");
  const linted = of("survived").filter(({ file }) => file !== undefined && refused.has(file));
  const survived = of("survived").filter((fate) => !linted.includes(fate));
  const byAnswer = killed.filter(({ kills }) => kills[0]?.by === "answer").length;
  const score = (100 * killed.length) / Math.max(1, killed.length + survived.length);
  for (const { operator, pointer, change } of survived)
    print(`survived  ${operator}  ${pointer}\n          ${change}`);
  print(table(fates));
  print(matrix(killed));
  print(`${fates.length} of ${population} mutants in ${seconds.toFixed(1)} s`);
  print(`${killed.length} noticed: ${killed.length - byAnswer} by a request, ${byAnswer} by an answer only`);
  print(
    `${of("unloadable").length} cannot be served, ${of("types").length} only change the types, ${of("equivalent").length} ask the same of a server`,
  );
  print(`${linted.length} are refused by the rules of the contract, ${survived.length} survived`);
  print(`score ${score.toFixed(2)} % (at least ${min} %)`);
  return score >= min ? 0 : 1;
}

/**
 * Prints which rewrites were noticed, wrongly.
 * @returns The exit code.
 */
export function printRewrites(fates: readonly Fate[], seconds: number): number {
  const noticed = fates.filter(({ outcome }) => outcome !== "survived");
  for (const { operator, pointer, outcome, kills } of noticed)
    print(`${outcome}  ${operator}  ${pointer}  ${kills[0]?.title ?? ""}`);
  print(`${fates.length} rewrites in ${seconds.toFixed(1)} s, ${noticed.length} noticed`);
  return noticed.length === 0 ? 0 : 1;
}

function table(fates: readonly Fate[]): string {
  const operators = [...new Set(fates.map(({ operator }) => operator))].sort();
  const rows = operators.map((operator) => {
    const own = fates.filter((fate) => fate.operator === operator);
    const counts = outcomes.map((outcome) =>
      String(own.filter((fate) => fate.outcome === outcome).length).padStart(11),
    );
    return `${operator.padEnd(22)}${String(own.length).padStart(7)}${counts.join("")}`;
  });
  return [
    `${"operator".padEnd(22)}${"mutants".padStart(7)}${outcomes.map((name) => name.padStart(11)).join("")}`,
    ...rows,
  ].join("\n");
}

/** How many mutants each group notices, and how many no other does. */
function matrix(killed: readonly Fate[]): string {
  const rows = [...groups, "answer" as const].map((group) => {
    const by = killed.filter(({ kills }) => kills.some((kill) => kill.by === group));
    const alone = by.filter(({ kills }) => kills.length === 1);
    return `${group.padEnd(22)}${String(by.length).padStart(7)}${String(alone.length).padStart(11)}`;
  });
  return [`${"noticed by".padEnd(22)}${"mutants".padStart(7)}${"first/alone".padStart(11)}`, ...rows].join(
    "\n",
  );
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
