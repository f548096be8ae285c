import { findingsOf } from "../results/evaluate.ts";
import type { SentRequest } from "./session.ts";

/** How often the line changes, in milliseconds. */
const interval = 100;

/**
 * Says in one line where a run is: the operation, how many requests were sent, and how many of them
 * failed so far.
 *
 * @param show - Replaces the line; the empty string removes it.
 */
export function createProgress(show: (line: string) => void): (sent: SentRequest) => void {
  let count = 0;
  let failed = 0;
  let lastUpdate = 0;
  return (sent) => {
    count++;
    if (findingsOf(sent).length > 0) failed++;
    const now = performance.now();
    if (now - lastUpdate < interval) return;
    lastUpdate = now;
    const { operationId } = sent.testCase.base.operation;
    show(`${operationId}: ${count} requests sent, ${failed} failed so far`);
  };
}
