import { createDraft, createMaker, randomCases } from "@workflow-api/conformance";
import type { Operation } from "@workflow-api/contract";
import fc from "fast-check";
import { findingsOf, judge, resultOf } from "./judge.ts";
import type { Result } from "./report.ts";
import { isRead, type Sent, type Session } from "./session.ts";

/** How many requests are spent on finding a smaller request that fails. */
const maxShrinking = 200;

/** The name of the random requests of an operation, in reports and for `--only`. */
export function randomTitle({ operationId }: Operation): string {
  return `${operationId} random requests`;
}

/**
 * Sends random requests of an operation: valid ones, and ones that are broken in one part. A
 * failing request is shrunk to the smallest that fails, unless it may write.
 */
export async function explore({ ask, run }: Session, operation: Operation): Promise<Result> {
  const maker = createMaker(run.seed);
  const draft = createDraft(run.contract, operation, maker, run.data);
  const started = performance.now();
  let failed: Sent | undefined;
  let left = Number.POSITIVE_INFINITY;
  const cases = randomCases(draft, randomTitle(operation));
  const conforms = fc.asyncProperty(cases, async (one) => {
    const sent = one === undefined || left-- <= 0 ? undefined : await ask(one);
    if (sent === undefined || findingsOf(run, sent).length === 0) return true;
    // The last failing one is the smallest. Shrinking stops where the server does not respond,
    // since each further request could wait as long.
    left = sent.status === undefined ? 0 : Math.min(left, maxShrinking);
    failed = sent;
    return false;
  });
  const options = { seed: run.seed, numRuns: run.explore, endOnFailure: !isRead(operation) };
  const { errorInstance } = await fc.check(conforms, options);
  if (errorInstance instanceof Error && failed === undefined) throw errorInstance;
  const duration = performance.now() - started;
  if (failed !== undefined) return { ...judge(run, failed), group: "random", duration };
  const one = { operation, title: randomTitle(operation), group: "random" };
  return resultOf(one, { outcome: "passed", duration });
}
