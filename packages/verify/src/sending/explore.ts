import { type Case, randomCases } from "@workflow-api/conformance";
import fc from "fast-check";
import { randomTitle } from "../options.ts";
import { type EvaluatedResult, evaluate, findingsOf } from "../results/evaluate.ts";
import { weighed } from "../results/proof.ts";
import type { Control, Controls } from "../state/control.ts";
import { isWanted } from "./order.ts";
import { isAccepted, isRead, type SentRequest } from "./session.ts";

/** How many requests are spent on finding a smaller request that fails. */
const mostShrinking = 200;

/**
 * Sends random valid requests of an operation. A failing one is shrunk to the smallest that fails,
 * unless it may write. They show nothing about an operation whose valid requests do not succeed,
 * unless nothing else is sent to it.
 *
 * @param isAlone - Whether nothing else was sent.
 * @returns Their result. Empty: none were sent.
 */
export async function explore(
  controls: Controls,
  control: Control,
  isAlone: boolean,
): Promise<EvaluatedResult[]> {
  const { run } = controls.session;
  const { operation } = control;
  const title = randomTitle(operation.operationId, run.seed);
  const isSent = run.explore > 0 && !run.questions && isWanted(run, title, "random");
  const isTried = isAlone || control.sent.some(isAccepted);
  const cases = isSent && control.reason === "" ? randomCases(control.base, title) : undefined;
  if (!isTried || cases === undefined) return [];
  const outcome = await decisiveOf(controls, control, cases);
  return outcome === undefined ? [] : [randomResult(controls, control, outcome)];
}

/** The smallest request that fails, or else the last one. */
async function decisiveOf(
  controls: Controls,
  control: Control,
  cases: fc.Arbitrary<Case>,
): Promise<SentRequest | undefined> {
  const { run } = controls.session;
  let decisive: SentRequest | undefined;
  let left: number | undefined;
  const conforms = fc.asyncProperty(cases, async (testCase) => {
    if (left !== undefined && left-- <= 0) return true;
    const sent = await controls.sendCase(control, testCase);
    const isFailing = sent !== undefined && isFailure(controls, control, sent);
    if (isFailing || left === undefined) decisive = sent ?? decisive;
    // Shrinking stops where the server does not respond: each further request could wait as long.
    if (isFailing) left = sent.status === undefined ? 0 : (left ?? mostShrinking);
    return !isFailing;
  });
  const isReading = isRead(control.operation);
  const options = { seed: run.seed, numRuns: run.explore, endOnFailure: !isReading };
  const { errorInstance } = await fc.check(conforms, options);
  if (errorInstance instanceof Error && left === undefined) throw errorInstance;
  return decisive;
}

function isFailure(controls: Controls, control: Control, sent: SentRequest): boolean {
  return findingsOf(sent).length > 0 && randomResult(controls, control, sent).outcome === "failed";
}

function randomResult(controls: Controls, control: Control, sent: SentRequest): EvaluatedResult {
  const result = weighed(control, evaluate(controls.session.run, sent));
  return { ...result, group: "random" };
}
