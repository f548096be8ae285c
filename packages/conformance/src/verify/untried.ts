import type { Operation } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { variableOf } from "../secrets.ts";
import { isRead, mayWrite, type Plan } from "./plan.ts";
import type { Run, Sent, Session } from "./session.ts";

/** Whether a request succeeds on a server that knows its values. */
function isRight({ expected: { kind, scenario }, group }: Case): boolean {
  if (group === "security" || group === "accept") return false;
  return kind === "valid" || (kind === "scenario" && (scenario?.status ?? 0) <= 299);
}

/** A right request of an operation that has succeeded, if one has. */
export function successOf(operation: Operation, { sent }: Session): Case | undefined {
  const isSuccess = ({ one, status = 0 }: Sent): boolean =>
    one.operation === operation && isRight(one) && status >= 200 && status <= 299;
  return [...sent.values()].find(isSuccess)?.one;
}

/**
 * Sends a right request of each operation first.
 *
 * @returns What they all fail by, in a sentence: every further case would fail by that, too.
 */
export async function probe(session: Session, { phases }: Plan): Promise<string | undefined> {
  const sendable = phases.flatMap(({ cases }) => cases);
  const right = sendable.filter((one) => isRead(one.request) && isRight(one));
  const probes = right.filter(
    (one, index) => index === right.findIndex(({ operation }) => operation === one.operation),
  );
  const sent: Sent[] = [];
  for (const one of probes.length > 0 ? probes : sendable.slice(0, 1)) {
    await session.sendAll([one]);
    const each = session.sent.get(one);
    if (each === undefined) return undefined;
    if (sent.length === 0 && "message" in each.came)
      return `No response came to ${each.came.message}. Is the server running at --base-url?`;
    sent.push(each);
  }
  const [status, ...others] = new Set(sent.map((each) => each.status));
  const operation = probes[0]?.operation;
  if (operation === undefined || status === undefined || others.length > 0) return undefined;
  const advice = adviceOn(session.run, operation, status);
  return advice === "" ? undefined : `Every right request got ${status}${advice}.`;
}

/** What to do where the right requests of an operation get a status. The empty string: it is a matter of the findings. */
function adviceOn({ given, secrets }: Run, operation: Operation, status: number | undefined): string {
  if (status === 301 || status === 302 || status === 303 || status === 307 || status === 308)
    return ", so give the address that it redirects to as --base-url";
  if (status === 404) {
    const unknown = operation.parameters.filter(
      ({ in: place, key }) => place === "path" && !given(operation).has(key),
    );
    const options = unknown.map(({ name }) => `--value ${name}=…`);
    return `, so give values that the server knows (${options.join(" ")}), or another --base-url`;
  }
  const variables = Object.keys(secrets).map((name) => variableOf({ name }));
  if (status !== 401 && status !== 403) return "";
  return `, so check ${variables.join(", ")}, and what belongs to it (--domain, --value)`;
}

/**
 * Why no right request of an operation succeeded, and what to do.
 *
 * @returns `undefined`: one did, or it was not asked for.
 */
export function untriedReason(session: Session, operation: Operation, { cases }: Plan): string | undefined {
  const { run, sent } = session;
  const right = cases.filter((one) => one.operation === operation && isRight(one));
  if (right.length === 0)
    return run.only.length > 0 ? undefined : "the contract gives no right request of it";
  if (successOf(operation, session) !== undefined) return undefined;
  const tried = right.flatMap((one) => sent.get(one) ?? []);
  if (tried.length === 0 && !run.write && !isRead(operation)) return mayWrite;
  if (tried.length === 0) {
    const ways = operation.security.map((way) => way.map(variableOf).join(" and "));
    return `set ${ways.join(", or ")} in the environment`;
  }
  const statuses = [...new Set(tried.map(({ status }) => status))];
  const advice = statuses.map((status) => adviceOn(run, operation, status));
  return `its right requests got ${statuses.map((status) => status ?? "no response").join(", ")}${advice.join("")}`;
}
