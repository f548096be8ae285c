import type { Case } from "@workflow-api/conformance";
import { variableOf } from "@workflow-api/conformance";
import { groupBy, isSuccess, type Operation, responseFor } from "@workflow-api/contract";
import { isValid, mayWrite, type Plan } from "./plan.ts";
import { type Coverage, count, plural, type Result } from "./report.ts";
import { isRead, type Session } from "./session.ts";

/**
 * How far an operation was tried: which of its statuses came, which keyword of which part was
 * broken, what was not sent.
 */
export function coverageOf(
  operation: Operation,
  { cases }: Plan,
  session: Session,
  all: readonly Result[],
): Coverage {
  const own = cases.filter((one) => one.operation === operation);
  const sent = own.flatMap((one) => session.sent.get(one) ?? []);
  const results = all.filter(({ operationId }) => operationId === operation.operationId);
  const skipped = results.filter(({ outcome }) => outcome === "skipped");
  const notes = groupBy(skipped, ({ note }) => note);
  const notSent = [...notes].map(([note, each]) => `${plural(each.length, "case")} (${note})`);
  const broken = groupBy(own, (one) => one.broken?.part ?? "");
  const keywordsOf = (some: readonly Case[]): string[] =>
    some.flatMap((one) => one.broken?.keyword ?? []);
  const parts = [...broken].map(([part, breaking]) =>
    split(
      part,
      keywordsOf(breaking).sort(),
      keywordsOf(breaking.filter((one) => session.sent.has(one))),
    ),
  );
  const documented = operation.responses.map(({ code }) => code);
  const came = sent.flatMap(({ status }) => responseFor(operation, status ?? 0)?.code ?? []);
  return {
    operationId: operation.operationId,
    summary: `${sent.length} of ${plural(own.length, "case")} sent, ${count(results, "failed")} failed`,
    parts: [split("responses", documented, came), ...parts, split("requests", notSent, [])].filter(
      ({ tried, untried }) => tried.length + untried.length > 0,
    ),
  };
}

function split(
  part: string,
  names: readonly string[],
  tried: readonly string[],
): Coverage["parts"][number] {
  const distinct = [...new Set(names)];
  const isTried = (name: string): boolean => tried.includes(name);
  return {
    part,
    tried: distinct.filter(isTried),
    untried: distinct.filter((name) => !isTried(name)),
  };
}

/** Whether a valid request of an operation has succeeded. */
export function isTried(operation: Operation, { sent }: Session): boolean {
  const right = [...sent.values()].filter(({ one }) => one.operation === operation && isValid(one));
  return right.some(({ status = 0 }) => isSuccess(status));
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
    return `its valid requests got ${first.status ?? "no response"}${adviceOn(session, operation, first.status)}`;
  if (!run.write && !isRead(operation)) return mayWrite;
  const ways = operation.security.map((way) => way.map(variableOf).join(" and "));
  return `set ${ways.join(", or ")} in the environment`;
}

/**
 * A security requirement that was refused where another one was not: a header that may be strange
 * excuses it.
 */
function refusedReason(session: Session, operation: Operation): string | undefined {
  const own = [...session.sent.values()].filter(
    ({ one }) => one.operation === operation && one.group === "security",
  );
  const valid = own.filter(
    ({ one }) => one.expected.kind === "valid" && one.expected.statuses.includes("401"),
  );
  const refused = operation.security.find((requirement) =>
    valid.some(
      ({ one, status }) =>
        status === 401 && one.schemes.join() === requirement.map(({ name }) => name).join(),
    ),
  );
  return (
    refused &&
    `with ${refused.map(variableOf).join(" and ")} it got 401${adviceOn(session, operation, 401)}`
  );
}

/**
 * What to do where the valid requests of an operation get a status, as the end of a sentence. The
 * empty string: it is a matter of the findings.
 */
export function adviceOn({ run, sent }: Session, operation: Operation, status = 0): string {
  const { data, secrets } = run;
  if (status >= 502 && status <= 504) return ". Does the service run behind --base-url?";
  if (status === 407) return ": the proxy wants a user, http://USER:PASSWORD@HOST.";
  if (status === 401 || status === 403) {
    const variables = Object.keys(secrets).map((name) => variableOf({ name }));
    return `: check ${[...variables, "--domain", "--value"].join(", ")}.`;
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
