import type { Contract } from "@workflow-api/contract";
import { errorAnswer } from "./engine/answer-of.ts";
import type { Engine } from "./engine/engine.ts";
import type { PrismOperation } from "./engine/prism.ts";
import type { MockAnswer } from "./message.ts";
import { misspeltPath } from "./request/nearest-path.ts";
import { type OwnPaths, withoutOwnPath } from "./request/own-paths.ts";
import { prismRequest, type ReadRequest } from "./request/read-request.ts";
import type { Target } from "./request/read-target.ts";
import { misplaced } from "./request/server-prefix.ts";

/** Where a request leads: it may be another one by then. */
export interface Routed {
  readonly read: ReadRequest;
  readonly routed: PrismOperation | Error;
}

/** Prism knows no path of a server, so what it does not know is looked up below those of single operations. */
export async function route(engine: Engine, paths: OwnPaths, read: ReadRequest): Promise<Routed> {
  const routed = await engine.route(prismRequest(read, unshaped(read)));
  if (!(routed instanceof Error)) return { read, routed };
  for (const [path, operations] of paths) {
    const below = withoutOwnPath(read, path);
    const found = below && (await engine.route(prismRequest(below, unshaped(below))));
    if (below === undefined || found === undefined || found instanceof Error) continue;
    if (operations.some((operation) => keyOf(operation) === keyOf(found)))
      return { read: below, routed: found };
  }
  return { read, routed };
}

/** What an operation is known by: Prism routes without regard to case, and spells methods in lower case. */
export function keyOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Prism routes by the path alone. */
function unshaped({ target }: ReadRequest): Pick<Target, "path" | "query"> {
  return { path: target.path, query: {} };
}

/**
 * Where the path is known and its method is not, the answer says which are (RFC 9110, 15.5.6). Where it is known without
 * the path of a server, or nearly, the journal says so.
 */
export async function unrouted(
  engine: Engine,
  contract: Contract,
  read: ReadRequest,
  error: Error,
): Promise<MockAnswer> {
  const answer = errorAnswer(error, undefined);
  if (answer.status !== 405) {
    const below = misplaced(contract, read);
    const errors = below.length === 0 ? misspeltPath(contract, read) : below;
    return errors.length === 0 ? answer : { ...answer, errors };
  }
  const allowed: string[] = [];
  for (const method of new Set(contract.operations.map((operation) => operation.method))) {
    if (!((await engine.route(prismRequest({ ...read, method }, unshaped(read)))) instanceof Error))
      allowed.push(method);
  }
  return { ...answer, headers: { ...answer.headers, allow: allowed.join(", ") } };
}
