import type { Contract } from "@workflow-api/contract";
import type { Score } from "./score.ts";

/** A score for a terminal: how many mutants had each outcome, and each survivor with its line. */
export function scoreText(
  { failed, population, results, trials }: Score,
  contract: Contract,
): string {
  const outcomes = ["killed", "survived", "equivalent", "same", "refused"];
  const counts = outcomes.map(
    (outcome) => `${results.filter((each) => each.outcome === outcome).length} ${outcome}`,
  );
  const survived = results.filter(({ outcome }) => outcome === "survived");
  return [
    ...failed.map((title) => `The original does not pass this, so it is not tried: ${title}`),
    ...survived.map(({ change, operator, pointer }) => {
      const { file, line } = contract.locate(pointer);
      return `survived: ${operator}: ${change.slice(0, 160)}\n  ${file}:${line} (${pointer})`;
    }),
    `${results.length} of ${population} mutants, ${trials} cases and responses tried on each: ${counts.join(", ")}.`,
    "",
  ].join("\n");
}
