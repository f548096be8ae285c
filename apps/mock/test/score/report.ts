import type { Contract } from "@workflow-api/contract";
import type { Fate, Score } from "./score.ts";

/** A score for a terminal: what was noticed by operator, and every survivor with its place. */
export function scoreText(score: Score, contract: Contract): string {
  const { failed, fates, population, seconds, trials } = score;
  const survived = fates.filter(({ outcome }) => outcome === "survived");
  const told = count(fates, "killed") + survived.length;
  const percent = told === 0 ? 100 : Math.floor((1000 * (told - survived.length)) / told) / 10;
  return [
    `${fates.length} of ${population} mutants, ${trials} cases and responses tried on each, ${seconds.toFixed(0)} s`,
    "",
    `${"operator".padEnd(32)} killed  survived  equivalent  refused`,
    ...[...new Set(fates.map(({ operator }) => operator))].map((operator) => row(operator, fates)),
    "",
    ...failed.map((title) => `The original does not pass this, so it is not tried: ${title}`),
    ...survived.map(({ change, operator, pointer }) => {
      const { file, line } = contract.locate(pointer);
      return `survived: ${operator}: ${change.slice(0, 160)}\n  ${file}:${line} (${pointer})`;
    }),
    `${percent} % of ${told} mutants were noticed, on our own operators; ${survived.length} survived.`,
    "",
  ].join("\n");
}

function row(operator: string, fates: readonly Fate[]): string {
  const own = fates.filter((fate) => fate.operator === operator);
  const equivalent = count(own, "equivalent") + count(own, "same");
  const cells = [count(own, "killed"), count(own, "survived"), equivalent, count(own, "refused")];
  return `${operator.padEnd(32)} ${cells.map((cell, index) => String(cell).padStart([6, 8, 10, 7][index] ?? 0)).join("  ")}`;
}

function count(fates: readonly Fate[], outcome: Fate["outcome"]): number {
  return fates.filter((fate) => fate.outcome === outcome).length;
}
