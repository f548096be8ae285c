import { variableOf } from "@workflow-api/conformance";
import { plural } from "@workflow-api/conformance/reports";
import { groupBy, isSuccess, type Operation, responseFor } from "@workflow-api/contract";
import { isValid, mayWrite, type Plan } from "./plan.ts";
import { type Coverage, count, type Result } from "./report.ts";
import { isRead, type Session } from "./session.ts";

/**
 * How far an operation was tried: which responses were received, and what was not sent.
 * `undefined`: it was not asked for.
 */
export function coverageOf(
  operation: Operation,
  session: Session,
  all: readonly Result[],
): Coverage | undefined {
  const { operationId, responses } = operation;
  const own = all.filter((each) => each.operationId === operationId && each.group !== "random");
  if (own.length === 0) return undefined;
  const skipped = own.filter(({ outcome }) => outcome === "skipped");
  const notSent = [...groupBy(skipped, ({ note }) => note)].map(([note, each]) => {
    const reason = note === session.problem() ? "the run had ended" : note;
    return `${plural(each.length, "case")} (${reason})`;
  });
  const codes = responses.map(({ code }) => code);
  const answered = own.map(({ status = 0 }) => responseFor(operation, status)?.code);
  const came = codes.filter((code) => answered.includes(code));
  return {
    operationId,
    summary:
      `${own.length - skipped.length} of ${plural(own.length, "case")} sent, ` +
      `${count(own, "failed")} failed`,
    came,
    missing: codes.filter((code) => !came.includes(code)),
    notSent,
  };
}

/** Whether a valid request of an operation has succeeded. */
export function isTried(operation: Operation, { sent }: Session): boolean {
  return [...sent.values()].some(
    ({ one, status = 0 }) => one.operation === operation && isValid(one) && isSuccess(status),
  );
}

/**
 * Why no valid request of an operation succeeded, and what to do.
 *
 * @returns `undefined`: one did, or it was not asked for.
 */
export function untriedReason(
  session: Session,
  operation: Operation,
  { cases }: Plan,
): string | undefined {
  const { run, sent } = session;
  const right = cases.filter((one) => one.operation === operation && isValid(one));
  if (right.length === 0)
    return run.only.length > 0 ? undefined : "the contract gives no valid request of it";
  if (isTried(operation, session)) return refusedReason(session, operation);
  const [first] = right.flatMap((one) => sent.get(one) ?? []);
  if (first !== undefined)
    return (
      `valid requests got ${first.status ?? "no response"}` +
      adviceOn(session, operation, first.status)
    );
  if (!run.write && !isRead(operation)) return mayWrite;
  const requirements = operation.security.map((requirement) =>
    requirement.map(variableOf).join(" and "),
  );
  return `set ${requirements.join(", or ")} in the environment`;
}

/**
 * A security requirement that was refused while another one was not: a header that may be foreign
 * to the server excuses it.
 */
function refusedReason(session: Session, operation: Operation): string | undefined {
  const refused = operation.security.find((requirement) => {
    const names = requirement.map(({ name }) => name).join();
    return [...session.sent.values()].some(({ one: { expected, ...one }, status }) => {
      const isOwn = one.operation === operation && one.group === "security";
      const isExcused = expected.kind === "valid" && expected.statuses.includes("401");
      return isOwn && isExcused && status === 401 && one.schemes.join() === names;
    });
  });
  return (
    refused &&
    `with ${refused.map(variableOf).join(" and ")} it got 401${adviceOn(session, operation, 401)}`
  );
}

/**
 * What to do when the valid requests of an operation get a status, as the end of a sentence. The
 * empty string: the findings say it.
 */
export function adviceOn({ run, sent }: Session, operation: Operation, status = 0): string {
  const { data, secrets } = run;
  if (status >= 502 && status <= 504) return ". Does the service run behind --base-url?";
  if (status === 407) return ": the proxy wants a user, http://USER:PASSWORD@HOST.";
  if (status === 401 || status === 403) {
    const variables = Object.keys(secrets).map((name) => variableOf({ name }));
    const hasDomain = operation.parameters.some(({ key }) => key === "header x-domain");
    return `: check ${[...variables, ...(hasDomain ? ["--domain"] : [])].join(", ")}.`;
  }
  if (status !== 404) return "";
  const ids = operation.parameters.filter(
    (each) => each.in === "path" && !data.valuesOf(operation).has(each.key),
  );
  const options = ids.map(({ name }) => ` --value ${name}=ID`).join("");
  const isRight = [...sent.values()].some((each) => isSuccess(each.status ?? 0));
  const known = options === "" ? "" : `give values that the server knows by${options}.`;
  if (isRight) return known === "" ? "" : `: ${known}`;
  return `. Is the base URL right?${known === "" ? "" : ` If it is, ${known}`}`;
}
