import { type Operation, parameterKey } from "@workflow-api/contract";
import { uncheckedReason } from "../answer-body.ts";
import type { Case } from "../case.ts";
import { isOfSuccess, isOneOf } from "../check-status.ts";
import { isSendable } from "../credentials.ts";
import { successStatuses } from "../derivation.ts";
import type { Result } from "../report/report.ts";
import { variableOf } from "../stand-ins.ts";
import { isRead } from "./run-cases.ts";
import { type GivenValues, valuesOf } from "./values.ts";

interface Tried {
  readonly operations: readonly Operation[];
  /** The cases that were asked for. */
  readonly wanted: readonly Case[];
  readonly results: ReadonlyMap<Case, Result>;
  readonly only: readonly string[];
  readonly write: boolean;
  readonly values: GivenValues;
}

/** The operations that were to be tried and were not, each with the reason. */
export function untriedOf(tried: Tried): ReadonlyMap<Operation, string> {
  const reasons = tried.operations.flatMap((operation) => {
    const reason = untriedReason(operation, tried);
    return reason === undefined ? [] : [[operation, reason] as const];
  });
  return new Map(reasons);
}

/**
 * Why an operation was not tried with a right request that succeeded, and what to do. A request that is found fault with
 * has tried it, too.
 * @returns `undefined`: it was, or it was not asked for.
 */
function untriedReason(operation: Operation, tried: Tried): string | undefined {
  const { only, results, wanted, write } = tried;
  const { operationId } = operation;
  const right = wanted.filter((one) => one.operation === operation && isRight(one));
  if (right.length === 0)
    return only.length > 0 ? undefined : `${operationId} was not tried: ${wantOfRequest(operation)}.`;
  if (!right.some(({ request }) => write || isRead(request))) return undefined;
  const sent = right.flatMap((one) => results.get(one) ?? []).filter(({ outcome }) => outcome !== "skipped");
  const isTelling = ({ outcome, status = 500 }: Result): boolean =>
    outcome !== "passed" || status < 400 || isOneOf(status, successStatuses(operation));
  if (sent.some(isTelling)) return undefined;
  if (sent.length === 0) return `${operationId} was not tried: ${wantOfCredentials(operation)}.`;
  const came = [...new Set(sent.map(({ status }) => status))].join(", ");
  return `No success of ${operationId} was seen, only ${came}, so its answers were hardly checked${wantOfValues(operation, tried)}.`;
}

/** Whether a request succeeds on a server that has what it is about; with which credentials is another question. */
function isRight({ expected, group }: Case): boolean {
  if (group === "security") return false;
  return expected.verdict === "valid" || (expected.verdict === "scenario" && isOfSuccess(expected));
}

/** A body that cannot be written by its schema can be an example as it travels. */
function wantOfRequest({ requestBody }: Operation): string {
  const unwritten =
    requestBody?.required === true && requestBody.content.every((each) => uncheckedReason(each));
  const types = requestBody?.content.map(({ mediaType }) => mediaType).join(" or ");
  return unwritten
    ? `its body is not written by a schema, so the contract has to show an example of ${types} as text`
    : "the contract has no values for it";
}

function wantOfCredentials({ security }: Operation): string {
  const ways = security.filter((way) => way.length > 0 && way.every(isSendable));
  const variables = ways.map((way) => way.map(({ key }) => variableOf(key)).join(" and "));
  return variables.length === 0
    ? "no credentials that it takes can be sent"
    : `set ${variables.join(", or ")}${variables.length > 1 ? "," : ""} in the environment`;
}

/** The values of the examples are the contract's, not those of the server. */
function wantOfValues(operation: Operation, { values }: Tried): string {
  const given = valuesOf(operation, values);
  const asked = operation.parameters.filter((each) => each.required && !given.has(parameterKey(each)));
  const options = asked.map(({ name }) => `--value ${name}=…`);
  return options.length === 0 ? "" : `: give values that the server knows (${options.join(" ")})`;
}
