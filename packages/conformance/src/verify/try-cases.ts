import type { Case, Target } from "../case.ts";
import type { Credentials } from "../credentials.ts";
import type { Result } from "../report/report.ts";
import { interruption } from "./conclude.ts";
import { type Judging, resultOf, unsentResult } from "./result-of.ts";
import type { RunOptions, Sent } from "./run-cases.ts";
import { shortenFailures } from "./shorten-failures.ts";
import { reasonToSkip } from "./skip.ts";

interface Run extends RunOptions, Judging {
  readonly target: Target;
  readonly write: boolean;
}

/** What came of some cases. */
export interface Tried {
  readonly sent: ReadonlyMap<Case, Sent>;
  /** In the order of the cases. */
  readonly results: ReadonlyMap<Case, Result>;
  /** Whether the server has stopped answering, or the run was interrupted. */
  readonly isLost: boolean;
}

/**
 * Tries cases, and makes the reproductions of what fails as small as they can be.
 * @param send Sends those that are not skipped.
 */
export async function tryCases(
  run: Run,
  standIns: Credentials,
  cases: readonly Case[],
  send: (cases: readonly Case[]) => Promise<readonly Sent[]>,
): Promise<Tried> {
  const reasons = new Map(cases.map((one) => [one, reasonToSkip(run, one)]));
  const tried = cases.filter((one) => reasons.get(one) === undefined);
  const sent = await send(tried);
  const byCase = new Map(sent.map((each) => [each.one, each]));
  const lost = run.interrupted?.aborted ? interruption : "The server has stopped answering.";
  const results = cases.map((one) => {
    const each = byCase.get(one);
    return each === undefined ? unsentResult(run, one, reasons.get(one) ?? lost) : resultOf(run, each);
  });
  const shortened = await shortenFailures(run, standIns, sent, results);
  return {
    sent: byCase,
    results: new Map(cases.flatMap((one, index) => (shortened[index] ? [[one, shortened[index]]] : []))),
    isLost: sent.length < tried.length,
  };
}
