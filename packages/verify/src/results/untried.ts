import { type Case, isOneOf, variableOf } from "@workflow-api/conformance";
import { type Identity, listNames } from "@workflow-api/conformance/reports";
import type { Operation, Parameter } from "@workflow-api/contract";
import { groupBy } from "@workflow-api/contract/json";
import { isExpectedToSucceed } from "../sending/order.ts";
import { isAccepted, type Run, type SentRequest } from "../sending/session.ts";
import type { Control, Controls } from "../state/control.ts";
import type { EvaluatedResult } from "./evaluate.ts";
import { isUnproved } from "./proof.ts";

/** An operation that was not tried, or an example that was not sent, and why. */
export interface UntriedOperation {
  readonly identity: Identity;
  readonly reason: string;
}

/** What was selected and not tried. An operation that failed was tried. */
export function findUntried(
  controls: Controls,
  results: readonly EvaluatedResult[],
): UntriedOperation[] {
  const { known, session } = controls;
  const byOperation = groupBy(results, ({ testCase }) => testCase.base.operation);
  const isRight = known.some(({ sent }) => sent.some(isAccepted));
  const operations = session.run.contract.operations.flatMap((operation) => {
    const control = known.find((each) => each.operation === operation);
    const found = byOperation.get(operation) ?? [];
    if (control === undefined || found.length === 0) return [];
    const reason = untriedReason(controls, control, found, isRight);
    const { operationId } = operation;
    const identity = { name: "not_tried", operationId, part: "", keyword: "" };
    return reason === undefined ? [] : [{ identity, reason }];
  });
  return [...operations, ...invalidExamples(results)];
}

/** The examples that the contract itself does not allow. */
function invalidExamples(results: readonly EvaluatedResult[]): UntriedOperation[] {
  return results.flatMap(({ note, testCase: { base, flaw, title } }) => {
    const { operationId } = base.operation;
    const part = title.slice(operationId.length + 1);
    const identity = { name: "invalid_example", operationId, part, keyword: "" };
    return flaw === undefined ? [] : [{ identity, reason: note }];
  });
}

/** What was not tried and why, in sentences. */
export function untriedSentences(untried: readonly UntriedOperation[]): string[] {
  return [...groupBy(untried, ({ reason }) => reason)].map(([reason, each]) => {
    if (each.some(({ identity }) => identity.name === "invalid_example")) return reason;
    const names = listNames(each.map(({ identity }) => identity.operationId));
    return `${names} ${each.length === 1 ? "was" : "were"} not tried: ${reason}.`;
  });
}

/**
 * Why no valid request of an operation succeeded, or why its refusals prove nothing, and what to
 * do.
 *
 * @param isRight - Whether the valid request of another operation succeeded.
 * @returns `undefined`: it was tried, or failed as the findings say.
 */
function untriedReason(
  { cycles, session: { run } }: Controls,
  control: Control,
  results: readonly EvaluatedResult[],
  isRight: boolean,
): string | undefined {
  if (results.some(({ outcome }) => outcome === "failed" || outcome === "known")) return undefined;
  if (control.reason !== "") return control.reason;
  const valid = results.filter(({ testCase }) => isExpectedToSucceed(testCase));
  const sent = [...control.sent, ...valid.flatMap((each) => each.sent ?? [])];
  if (sent.some(isAccepted))
    return isUnproved(results) ? unprovedReason(run, control) : refusedRequirement(results);
  const [first] = sent;
  if (first !== undefined)
    return (
      `valid requests got ${first.status}${cycleText(cycles.get(control.operation))}` +
      adviceOn(run, first, isRight)
    );
  if (valid.length === 0) return noValidRequest(run, control);
  return valid[0]?.note;
}

/** Which operations need each other, as the end of a sentence. Often empty. */
function cycleText(cycle: readonly Operation[] | undefined): string {
  if (cycle === undefined) return "";
  const names = listNames(cycle.map(({ operationId }) => operationId));
  return cycle.length === 1
    ? `, and ${names} needs what it creates itself`
    : `, and ${names} need what the others create`;
}

function unprovedReason(run: Run, { sent }: Control): string {
  const refused = sent.find((each) => !isAccepted(each));
  const advice = refused === undefined ? "" : adviceOn(run, refused, true);
  return `what it refuses proves nothing: its valid request got ${refused?.status} as well${advice}`;
}

function noValidRequest(run: Run, { base }: Control): string | undefined {
  if (run.only.length > 0) return undefined;
  const { missing, operation } = base;
  const { content = [], undescribed = [] } = operation.requestBody ?? {};
  const [form] = undescribed;
  if (missing.includes("body") && content.length === 0 && form !== undefined)
    return `a body of ${form.mediaType} is only tried if it has an example`;
  return missing.length === 0
    ? "the contract gives no valid request of it"
    : `no valid value of ${missing.join(" and ")} was found, or each is too large`;
}

/**
 * A security requirement that was refused while another one was not: a header that may be foreign
 * to the server excuses it.
 */
function refusedRequirement(results: readonly EvaluatedResult[]): string | undefined {
  const refused = results.find(({ sent, testCase: { expected, group } }) => {
    const isExcused = expected.kind === "valid" && isOneOf(401, expected.statuses);
    return group === "security" && isExcused && sent?.status === 401;
  });
  if (refused === undefined) return undefined;
  const variables = variablesOf(refused.testCase).join(" with ");
  return `${variables} got 401, and other credentials did not`;
}

/** The variables of the secrets that a request carries. */
function variablesOf({ schemes }: Case): string[] {
  return schemes.map((name) => variableOf({ name }));
}

/**
 * What to check when a valid request gets a status, as the end of a sentence. Often empty.
 *
 * @param isRight - Whether the valid request of another operation succeeded.
 */
export function adviceOn(run: Run, request: SentRequest, isRight: boolean): string {
  const checks = checksOn(run, request, isRight);
  return checks.length === 0 ? "" : `: check ${checks.join(", ")}`;
}

function checksOn(
  { data }: Run,
  { status = 0, testCase }: SentRequest,
  isRight: boolean,
): string[] {
  const { operation } = testCase.base;
  const known = data.valuesOf(operation);
  const unknownIn = (place: Parameter["in"]): string[] =>
    operation.parameters
      .filter((each) => each.in === place && each.required && !known.has(each.key))
      .map(({ name }) => `--value ${name}=VALUE`);
  if (status === 401 || status === 403) return [...variablesOf(testCase), ...unknownIn("header")];
  if (status === 407) return ["the user of the proxy, http://USER:PASSWORD@HOST"];
  if (status >= 502 && status <= 504) return ["the service behind --base-url"];
  if (status !== 404) return [];
  return [...(isRight ? [] : ["--base-url"]), ...unknownIn("path")];
}

/** The operations whose cases proved nothing, and why. */
export interface UnprovedOperation {
  readonly operation: Operation;
  readonly reason: string;
  readonly status: number | undefined;
  /** How many of its cases. */
  readonly count: number;
  /** How many of its cases were sent. */
  readonly total: number;
}

/** What was sent and proved nothing, by operation and reason. */
export function findUnproved(results: readonly EvaluatedResult[]): UnprovedOperation[] {
  const sent = results.filter((each) => each.sent !== undefined && each.group !== "random");
  const byOperation = groupBy(sent, ({ testCase }) => testCase.base.operation);
  return [...byOperation].flatMap(([operation, all]) => {
    const unproved = all.filter(({ outcome }) => outcome === "inconclusive");
    return [...groupBy(unproved, ({ note }) => note)].map(([reason, each]) => {
      const count = each.length;
      return { operation, reason, status: each[0]?.sent?.status, count, total: all.length };
    });
  });
}
