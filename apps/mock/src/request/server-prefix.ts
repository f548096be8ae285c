import { type Contract, findOperation } from "@workflow-api/contract";
import type { RequestError } from "../message.ts";
import { withoutOwnPath } from "./own-paths.ts";
import type { ReadRequest } from "./read-request.ts";

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
    return [
      {
        in: "path",
        expected: `must not begin with ${prefix}: that is the path of a server, and the mock stands for the whole of its address`,
        received: prefix,
      },
    ];
  }
  return [];
}

/** The path of an address, without a trailing slash. */
function pathOf(address: string): string {
  const base = "http://mock.invalid";
  return URL.canParse(address, base) ? new URL(address, base).pathname.replace(/\/+$/, "") : "";
}
