import type { Case } from "@workflow-api/conformance";
import { isSuccess, responseFor } from "@workflow-api/contract/http";
import { isAccepted, isRead, type SentRequest } from "../sending/session.ts";
import type { Control } from "../state/control.ts";
import type { EvaluatedResult } from "./evaluate.ts";

// What a response proves. A refusal proves nothing where the valid request is refused alike.

/** The result of a case, which proves nothing if the control of its operation was refused alike. */
export function weighed(control: Control, result: EvaluatedResult): EvaluatedResult {
  const { sent } = result;
  if (sent?.status === undefined || isAccepted(sent) || sent.status >= 500) return result;
  const note = result.outcome === "passed" ? emptiness(control, sent) : excuse(control, sent);
  return note === "" ? result : { ...result, outcome: "inconclusive", findings: [], note };
}

/** The controls of a case that were refused. */
function refusedControls({ complete, sent }: Control, testCase: Case): SentRequest[] {
  const all = testCase.isComplete && complete !== undefined ? [...sent, complete] : sent;
  return all.filter((each) => !isAccepted(each));
}

function isRefusedAlike(control: Control, { status, testCase }: SentRequest): boolean {
  return refusedControls(control, testCase).some((each) => each.status === status);
}

/** Why a conforming refusal proves nothing. The empty string: it proves something. */
function emptiness(control: Control, sent: SentRequest): string {
  const { expected, group, part } = sent.testCase;
  if (group === "robustness") return "";
  if (isRefusedAlike(control, sent)) return `its valid request gets ${sent.status} as well`;
  const isMeantToSucceed =
    expected.kind === "valid" || isSuccess(expected.scenario?.status ?? Number.NaN);
  // An id that nobody has is unknown.
  if (!isMeantToSucceed || part.startsWith("path ")) return "";
  return `a valid request is refused with ${sent.status}, which is documented`;
}

/**
 * Why the refusal of a valid request is no fault of the server: it may lack what the request names.
 * The empty string: it is one.
 */
function excuse(control: Control, sent: SentRequest): string {
  const { base, expected } = sent.testCase;
  const isDocumented = responseFor(base.operation, sent.status ?? 0)?.isSuccess === false;
  const isValid = expected.kind === "valid" || expected.kind === "scenario";
  if (!isDocumented || !isValid || isRead(base.operation)) return "";
  if (!control.namesOthers || !isRefusedAlike(control, sent)) return "";
  return `its valid request gets ${sent.status} as well: it may name what the server lacks`;
}

/** Whether all that an operation had to refuse proved nothing. */
export function isUnproved(results: readonly EvaluatedResult[]): boolean {
  const negative = results.filter(
    ({ sent, testCase: { expected } }) =>
      sent !== undefined && (expected.kind === "invalid" || expected.kind === "unauthenticated"),
  );
  return negative.length > 0 && negative.every(({ outcome }) => outcome === "inconclusive");
}
