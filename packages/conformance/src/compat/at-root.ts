import type { Contract, Operation, Server } from "@workflow-api/contract";
import { keyOf } from "./places.ts";

/**
 * Two contracts as callers see them: a segment of every path may have become one of the server's address, or the
 * reverse. Where that is so, the paths are those below the host, and the servers are hosts.
 */
export function atRoot(old: Contract, changed: Contract): [Contract, Contract] {
  const [before, after] = [rooted(old), rooted(changed)];
  return commonOf(before, after) > commonOf(old, changed) ? [before, after] : [old, changed];
}

/** How many operations both have. */
function commonOf(one: Contract, other: Contract): number {
  const keys = new Set(other.operations.map(keyOf));
  return one.operations.filter((operation) => keys.has(keyOf(operation))).length;
}

function rooted(contract: Contract): Contract {
  return { ...contract, operations: contract.operations.map(rootedOperation) };
}

function rootedOperation(operation: Operation): Operation {
  const [base = "", ...others] = new Set(operation.servers.map(basePathOf));
  // Servers with paths of their own have none in common that could be part of the operation's.
  if (others.length > 0 || base === "") return operation;
  return {
    ...operation,
    path: `${base}${operation.path}`,
    servers: operation.servers.map((server) => ({
      ...server,
      url: server.url.replace(/\/+$/, "").slice(0, -base.length),
      defaultUrl: server.defaultUrl.slice(0, -base.length),
    })),
  };
}

/** The path of a server's address, if none of its variables stands in it. */
function basePathOf({ url }: Server): string {
  const path = url.replace(/^[^/]*\/\/[^/]*/, "").replace(/\/+$/, "");
  return path.includes("{") ? "" : path;
}
