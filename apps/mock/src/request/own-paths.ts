import type { Contract, Operation } from "@workflow-api/contract";
import { addressesOf } from "@workflow-api/contract/calls";
import type { ReadRequest } from "./read-request.ts";

/** What stands before the paths of operations whose own server has a path, each with the operations. */
export type OwnPaths = ReadonlyMap<string, readonly Operation[]>;

/** The paths that callers add before those of operations, because their own server has one (`servers: [{ url: /v2 }]`). */
export function ownPaths(contract: Contract): OwnPaths {
  const addresses = addressesOf(contract, new Set());
  const found = new Map<string, Operation[]>();
  for (const operation of contract.operations) {
    const path = addresses.get(operation.servers[0]?.url ?? "")?.suffix ?? "";
    if (path !== "") found.set(path, [...(found.get(path) ?? []), operation]);
  }
  return found;
}

/** The request without such a path, if it begins with it. */
export function withoutOwnPath(read: ReadRequest, own: string): ReadRequest | undefined {
  const { path, text } = read.target;
  if (!path.startsWith(`${own}/`)) return undefined;
  return { ...read, target: { ...read.target, path: path.slice(own.length), text: text.slice(own.length) } };
}
