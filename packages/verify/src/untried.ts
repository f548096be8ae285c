import { createBaseRequest, createMaker, isOneOf, variableOf } from "@workflow-api/conformance";
import { type Identity, listNames } from "@workflow-api/conformance/reports";
import type { Operation, Parameter } from "@workflow-api/contract";
import { isSuccess } from "@workflow-api/contract/http";
import { groupBy } from "@workflow-api/contract/json";
import { type EvaluatedResult, findingsOf } from "./evaluate.ts";
import { isValid, type Plan } from "./plan.ts";
import type { SentRequest, Session } from "./session.ts";

/** An operation that was not tried, or an example that was not sent, and why. */
export interface Untried {
  readonly identity: Identity;
  readonly reason: string;
}

/** What was selected and not tried. An operation that failed was tried. */
export function findUntried(
  session: Session,
  plan: Plan,
  results: readonly EvaluatedResult[],
): Untried[] {
  const failures = results.filter(({ outcome }) => outcome === "failed");
  const failed = new Set(failures.map(({ testCase }) => testCase.operation));
  const operations = session.run.contract.operations.flatMap((operation) => {
    const reason = failed.has(operation) ? undefined : untriedReason(session, operation, plan);
    const { operationId } = operation;
    const identity = { name: "not_tried", operationId, part: "", keyword: "" };
    return reason === undefined ? [] : [{ identity, reason }];
  });
  return [...operations, ...invalidExamples(plan)];
}

/** The examples that the contract itself does not allow. */
function invalidExamples({ cases, reasons }: Plan): Untried[] {
  return cases.flatMap((testCase) => {
    const { flaw, operation, title } = testCase;
    const operationId = operation?.operationId ?? "";
    const part = title.slice(operationId.length + 1);
    const identity = { name: "invalid_example", operationId, part, keyword: "" };
    return flaw === undefined ? [] : [{ identity, reason: reasons.get(testCase) ?? "" }];
  });
}

/** What was not tried and why, in sentences. */
export function untriedSentences(untried: readonly Untried[]): string[] {
  return [...groupBy(untried, ({ reason }) => reason)].map(([reason, each]) => {
    if (each.some(({ identity }) => identity.name === "invalid_example")) return reason;
    const names = listNames(each.map(({ identity }) => identity.operationId));
    return `${names} ${each.length === 1 ? "was" : "were"} not tried: ${reason}.`;
  });
}

/** Whether a valid request of an operation has succeeded; a redirect may be what it is for. */
export function isTried(operation: Operation, { sent }: Session): boolean {
  return [...sent.values()].some(
    ({ status = 0, testCase }) =>
      testCase.operation === operation && isValid(testCase) && status >= 200 && status < 400,
  );
}

/**
 * Why no valid request of an operation succeeded, and what to do.
 *
 * @returns `undefined`: one did, or failed as the findings say, or it was not asked for.
 */
function untriedReason(
  session: Session,
  operation: Operation,
  { cases, reasons }: Plan,
): string | undefined {
  const valid = cases.filter((testCase) => testCase.operation === operation && isValid(testCase));
  const [planned] = valid;
  if (planned === undefined) return noValidRequest(session, operation);
  if (isTried(operation, session)) return refusedRequirement(session, operation);
  const tried = valid.flatMap((testCase) => session.sent.get(testCase) ?? []);
  if (tried.some((each) => findingsOf(each).length > 0)) return undefined;
  const [first] = tried;
  if (first === undefined) return reasons.get(planned);
  return `valid requests got ${first.status}${adviceOn(session, first)}`;
}

function noValidRequest({ run }: Session, operation: Operation): string | undefined {
  if (run.only.length > 0) return undefined;
  const { missing } = createBaseRequest(run.contract, operation, createMaker(run.seed), run.data);
  return missing.length === 0
    ? "the contract gives no valid request of it"
    : `no valid value of ${missing.join(" and ")} was found, or each is too large`;
}

/**
 * A security requirement that was refused while another one was not: a header that may be foreign
 * to the server excuses it.
 */
function refusedRequirement(session: Session, operation: Operation): string | undefined {
  const refused = [...session.sent.values()].find(({ status, testCase }) => {
    const { expected, group } = testCase;
    const isExcused = expected.kind === "valid" && isOneOf(401, expected.statuses);
    return testCase.operation === operation && group === "security" && isExcused && status === 401;
  });
  return refused && `${variablesOf(refused).join(" with ")} got 401, and other credentials did not`;
}

/** The variables of the secrets that a request carries. */
function variablesOf({ testCase }: SentRequest): string[] {
  return testCase.schemes.map((name) => variableOf({ name }));
}

/** What to check when a valid request gets a status, as the end of a sentence. Often empty. */
export function adviceOn(session: Session, request: SentRequest): string {
  const checks = checksOn(session, request);
  return checks.length === 0 ? "" : `: check ${checks.join(", ")}`;
}

function checksOn({ run, sent }: Session, request: SentRequest): string[] {
  const { status = 0, testCase } = request;
  const { operation } = testCase;
  const unknownIn = (place: Parameter["in"]): string[] =>
    (operation?.parameters ?? [])
      .filter((each) => each.in === place && each.required)
      .filter(({ key }) => operation && !run.data.valuesOf(operation).has(key))
      .map(({ name }) => `--value ${name}=VALUE`);
  if (status === 401 || status === 403) return [...variablesOf(request), ...unknownIn("header")];
  if (status === 407) return ["the user of the proxy, http://USER:PASSWORD@HOST"];
  if (status >= 502 && status <= 504) return ["the service behind --base-url"];
  if (status !== 404) return [];
  const isRight = [...sent.values()].some((each) => isSuccess(each.status ?? 0));
  return [...(isRight ? [] : ["--base-url"]), ...unknownIn("path")];
}
