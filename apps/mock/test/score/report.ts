import type { Contract } from "@workflow-api/contract";
import type { MutantResult, Score } from "./score.ts";

/** A score for a terminal: outcomes by operator, and each mutant that survived with its line. */
export function scoreText(score: Score, contract: Contract): string {
  const { failed, results, population, seconds, trials } = score;
  const survived = results.filter(({ outcome }) => outcome === "survived");
  const decided = count(results, "killed") + survived.length;
  const percent =
    decided === 0 ? 100 : Math.floor((1000 * (decided - survived.length)) / decided) / 10;
  return [
    `${results.length} of ${population} mutants, ${trials} cases and responses tried on each, ${seconds.toFixed(0)} s`,
    "",
    `${"operator".padEnd(32)} killed  survived  equivalent  refused`,
    ...[...new Set(results.map(({ operator }) => operator))].map((operator) =>
      row(operator, results),
    ),
    "",
    ...failed.map((title) => `The original does not pass this, so it is not tried: ${title}`),
    ...survived.map(({ change, operator, pointer }) => {
      const { file, line } = contract.locate(pointer);
      return `survived: ${operator}: ${change.slice(0, 160)}\n  ${file}:${line} (${pointer})`;
    }),
    `${percent} % of ${decided} mutants of our own operators were killed; ${survived.length} survived.`,
    "",
  ].join("\n");
}

function row(operator: string, results: readonly MutantResult[]): string {
  const own = results.filter((one) => one.operator === operator);
  const equivalent = count(own, "equivalent") + count(own, "same");
  const cells = [count(own, "killed"), count(own, "survived"), equivalent, count(own, "refused")];
  return `${operator.padEnd(32)} ${cells.map((cell, index) => String(cell).padStart([6, 8, 10, 7][index] ?? 0)).join("  ")}`;
}

function count(results: readonly MutantResult[], outcome: MutantResult["outcome"]): number {
  return results.filter((one) => one.outcome === outcome).length;
}
