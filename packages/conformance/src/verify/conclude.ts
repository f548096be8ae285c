import { countOutcomes, type Report, type Result } from "../report/report.ts";

/** Why cases were not sent that were to be. */
export const interruption = "The run was interrupted.";

interface Ended {
  readonly allowUntried: boolean;
  readonly interrupted: AbortSignal | undefined;
}

/**
 * What a run comes to.
 * @param reasons Why operations were not tried.
 */
export function conclude(
  { allowUntried, interrupted }: Ended,
  results: readonly Result[],
  reasons: readonly string[],
): Pick<Report, "conclusion" | "untried"> {
  const { failed } = countOutcomes(results);
  const left = results.filter(({ reason }) => reason === interruption).length;
  const cut = interrupted?.aborted ? [`The run was interrupted, with ${left} cases left.`] : [];
  const isOpen = cut.length > 0 || (reasons.length > 0 && !allowUntried);
  return {
    conclusion: failed > 0 ? "disagrees" : isOpen ? "open" : "agrees",
    untried: cut.length > 0 ? cut : reasons,
  };
}
