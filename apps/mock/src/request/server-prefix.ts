import { type Contract, findOperation } from "@workflow-api/contract";
import type { RequestError } from "../message.ts";
import { withoutOwnPath } from "./own-paths.ts";
import type { ReadRequest } from "./read-request.ts";
import { shortened } from "./shortened.ts";

/**
 * What is wrong with a request that leads nowhere because the path of a server of the contract stands before that of
 * an operation. Prism knows no such path, and its answer stays as it is.
 * @returns Nothing, if it is not that.
 */
export function misplaced(contract: Contract, read: ReadRequest): RequestError[] {
  const servers = [...contract.servers, ...contract.operations.flatMap((operation) => operation.servers)];
  const prefixes = new Set(servers.map(({ defaultUrl }) => pathOf(defaultUrl)));
  for (const prefix of prefixes) {
    const below = prefix === "" ? undefined : withoutOwnPath(read, prefix);
    if (below === undefined || findOperation(contract, read.method, below.target.path) === undefined)
      continue;
    const expected = `must be ${shortened(below.target.path)}: leave out ${shortened(prefix)}, the path of a server in the contract, because the mock stands for the whole of that server's address`;
    return [{ in: "path", expected, received: shortened(read.target.path) }];
  }
  return [];
}

/** The path of an address, without a trailing slash. */
function pathOf(address: string): string {
  const base = "http://mock.invalid";
  return URL.canParse(address, base) ? new URL(address, base).pathname.replace(/\/+$/, "") : "";
}
