import { createDraft, createMaker } from "@workflow-api/conformance";
import { plural } from "@workflow-api/conformance/reports";
import type { Operation, Parameter } from "@workflow-api/contract";
import { isSuccess, responseFor } from "@workflow-api/contract/http";
import { groupBy } from "@workflow-api/contract/json";
import { findingsOf } from "./evaluate.ts";
import { isValid, mayWrite, type Plan } from "./plan.ts";
import { type Coverage, count, type EvaluatedResult } from "./report.ts";
import { isRead, type Run, type Session } from "./session.ts";

/**
 * How far an operation was tried: which responses were received, and what was not sent.
 * `undefined`: it was not asked for.
 */
export function coverageOf(
  operation: Operation,
  session: Session,
  all: readonly EvaluatedResult[],
): Coverage | undefined {
  const { operationId, responses } = operation;
  const results = all.filter((each) => each.operationId === operationId && each.group !== "random");
  if (results.length === 0) return undefined;
  const skipped = results.filter(({ outcome }) => outcome === "skipped");
  const notSent = [...groupBy(skipped, ({ note }) => note)].map(([note, each]) => {
    const reason = note === session.problem() ? "the run had ended" : note;
    return `${plural(each.length, "case")} (${reason})`;
  });
  const codes = responses.map(({ code }) => code);
  const statuses = results.map(({ status = 0 }) => responseFor(operation, status)?.code);
  const received = codes.filter((code) => statuses.includes(code));
  return {
    operationId,
    summary:
      `${results.length - skipped.length} of ${plural(results.length, "case")} sent, ` +
      `${count(results, "failed")} failed`,
    received,
    missing: codes.filter((code) => !received.includes(code)),
    notSent,
  };
}

/** Whether a valid request of an operation has succeeded. */
export function isTried(operation: Operation, { sent }: Session): boolean {
  return [...sent.values()].some(
    ({ status = 0, testCase }) =>
      testCase.operation === operation && isValid(testCase) && isSuccess(status),
  );
}

/**
 * Why no valid request of an operation succeeded, and what to do.
 *
 * @returns `undefined`: one did, or failed as the findings say, or it was not asked for.
 */
export function untriedReason(
  session: Session,
  operation: Operation,
  { cases }: Plan,
): string | undefined {
  const { run, sent } = session;
  const valid = cases.filter((testCase) => testCase.operation === operation && isValid(testCase));
  if (valid.length === 0) return run.only.length > 0 ? undefined : noValidRequest(run, operation);
  if (isTried(operation, session)) return refusedReason(session, operation);
  const tried = valid.flatMap((testCase) => sent.get(testCase) ?? []);
  if (tried.some((each) => findingsOf(run, each).length > 0)) return undefined;
  const [first] = tried;
  if (first !== undefined)
    return `valid requests got ${first.status}${adviceOn(session, operation, first.status)}`;
  if (!run.write && !isRead(operation)) return mayWrite;
  const requirements = operation.security.map((requirement) =>
    requirement.map(run.variableOf).join(" and "),
  );
  return `set ${requirements.join(", or ")} in the environment`;
}

function noValidRequest({ contract, data, seed }: Run, operation: Operation): string {
  const { missing } = createDraft(contract, operation, createMaker(seed), data);
  return missing.length === 0
    ? "the contract gives no valid request of it"
    : `no valid value of ${missing.join(" and ")} was found, or each is too large`;
}

/**
 * A security requirement that was refused while another one was not: a header that may be foreign
 * to the server excuses it.
 */
function refusedReason(session: Session, operation: Operation): string | undefined {
  const refused = operation.security.find((requirement) => {
    const names = requirement.map(({ name }) => name).join();
    return [...session.sent.values()].some(({ status, testCase }) => {
      const { expected, group, schemes } = testCase;
      const isRelated = testCase.operation === operation && group === "security";
      const isExcused = expected.kind === "valid" && expected.statuses.includes("401");
      return isRelated && isExcused && status === 401 && schemes.join() === names;
    });
  });
  return (
    refused &&
    `with ${refused.map(session.run.variableOf).join(" and ")} it got 401${adviceOn(session, operation, 401)}`
  );
}

/**
 * What to do when the valid requests of an operation get a status, as the end of a sentence. The
 * empty string: the findings say it.
 */
export function adviceOn({ run, sent }: Session, operation: Operation, status = 0): string {
  const { data, secrets, variableOf } = run;
  const isGiven = ({ key }: Parameter): boolean => data.valuesOf(operation).has(key);
  if (status >= 502 && status <= 504) return ". Does the service run behind --base-url?";
  if (status === 407) return ": the proxy wants a user, http://USER:PASSWORD@HOST.";
  if (status === 401 || status === 403) {
    const variables = Object.keys(secrets).map((name) => variableOf({ name }));
    const headers = operation.parameters
      .filter((each) => each.in === "header" && each.required && !isGiven(each))
      .map(({ name }) => `--value ${name}=VALUE`);
    return `: check ${[...variables, ...headers].join(", ")}.`;
  }
  if (status !== 404) return "";
  const ids = operation.parameters.filter((each) => each.in === "path" && !isGiven(each));
  const options = ids.map(({ name }) => ` --value ${name}=ID`).join("");
  const isRight = [...sent.values()].some((each) => isSuccess(each.status ?? 0));
  const known = options === "" ? "" : `give values that the server knows by${options}.`;
  if (isRight) return known === "" ? "" : `: ${known}`;
  return `. Is the base URL right?${known === "" ? "" : ` If it is, ${known}`}`;
}
