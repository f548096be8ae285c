import type { Operation } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { variableOf } from "../secrets.ts";
import { NoResponse } from "../targets.ts";
import { isRead, mayWrite, type Plan } from "./plan.ts";
import type { Run, Session } from "./session.ts";

/** Whether a request succeeds on a server that knows its values. */
function isRight({ expected: { kind, scenario }, group }: Case): boolean {
  if (group === "security" || group === "accept") return false;
  return kind === "valid" || (kind === "scenario" && (scenario?.status ?? 0) <= 299);
}

/** A right request of an operation that has succeeded, if one has. */
export function successOf(operation: Operation, { sent }: Session): Case | undefined {
  const isSuccess = (status = 0): boolean => status >= 200 && status <= 299;
  const all = [...sent.values()].filter(({ one }) => one.operation === operation && isRight(one));
  return all.find(({ status }) => isSuccess(status))?.one;
}

/**
 * Sends a right request of each operation first.
 *
 * @returns What they all fail by, in a sentence: every further case would fail by that, too.
 */
export async function probe(session: Session, { phases }: Plan): Promise<string | undefined> {
  const sendable = phases.flatMap(({ cases }) => cases);
  const right = sendable.filter((one) => isRead(one.request) && isRight(one));
  const probes = [...new Map(right.toReversed().map((one) => [one.operation, one])).values()];
  await session.sendAll(probes.length > 0 ? probes : sendable.slice(0, 1));
  const [first, ...others] = session.sent.values();
  if (first === undefined || others.some(({ status }) => status !== first.status)) return undefined;
  if (first.came instanceof NoResponse)
    return `No response came to ${first.came.message}. Is the server running at --base-url?`;
  const { operation } = first.one;
  const advice = operation && isRight(first.one) ? adviceOn(session.run, operation, first.status) : "";
  return advice === "" ? undefined : `Every right request got ${first.status}${advice}.`;
}

/** What to do where the right requests of an operation get a status. The empty string: it is a matter of the findings. */
function adviceOn({ given, secrets }: Run, operation: Operation, status = 0): string {
  if ([301, 302, 303, 307, 308].includes(status))
    return ": give the address that it redirects to as --base-url";
  if (status === 401 || status === 403) {
    const variables = Object.keys(secrets).map((name) => variableOf({ name }));
    return `: check ${[...variables, "--domain", "--value"].join(", ")}`;
  }
  const unknown = operation.parameters.filter(
    ({ in: place, key }) => place === "path" && !given(operation).has(key),
  );
  const options = unknown.map(({ name }) => `--value ${name}=…`);
  return status === 404 ? `: give ${[...options, "or another --base-url"].join(" ")}` : "";
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
  const [status, ...others] = new Set(right.flatMap((one) => sent.get(one) ?? []).map((each) => each.status));
  if (others.length > 0 || right.some((one) => sent.has(one)))
    return `its right requests got ${[status, ...others].map((each) => each ?? "no response").join(" or ")}${adviceOn(run, operation, status)}`;
  if (!run.write && !isRead(operation)) return mayWrite;
  const ways = operation.security.map((way) => way.map(variableOf).join(" and "));
  return `set ${ways.join(", or ")} in the environment`;
}
