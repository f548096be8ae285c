import type { Contract, Operation, Server } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import type { Break } from "./break.ts";
import { placesOfPart } from "./places.ts";
import { whatIsGone } from "./what-is-gone.ts";

/** The servers of the old contract that the new one no longer names, each with a request that goes there. */
export function serversGone(
  old: Contract,
  changed: Contract,
  casesOf: (operation: Operation) => readonly Case[],
): Break[] {
  return whatIsGone(old, changed, casesOf, (operation, counterpart) =>
    addressesOf(operation)
      .filter((address) => !isKept(address, counterpart))
      .map((server) => ({
        reason: `The server ${server} is no longer one of the contract's.`,
        server,
        places: [placesOfPart(old, operation, "servers"), placesOfPart(changed, counterpart, "servers")],
      })),
  );
}

const anyHost = "http://host";

/** An address without a host is where the contract is served: of that the path is known, unless it is none at all. */
function isKept(address: string, { servers }: Operation): boolean {
  if (URL.canParse(address)) return servers.some((server) => patternOf(server).test(address));
  const path = pathOf(address);
  return (
    path === "" ||
    servers.some((server) => addressesOf({ servers: [server] }).some((other) => pathOf(other) === path))
  );
}

/** The path of an address; of one that is none, such as `https://`, the address. */
function pathOf(address: string): string {
  if (!URL.canParse(address, anyHost)) return address;
  return new URL(address, anyHost).pathname.replace(/\/+$/, "");
}

/** The addresses that a contract promises: each server with its defaults, and with each value of an enum. */
function addressesOf({ servers }: Pick<Operation, "servers">): string[] {
  return servers.flatMap((server) => [
    server.defaultUrl,
    ...server.variables.flatMap((variable) =>
      variable.enum.map((value) => filled(server, variable.name, value)),
    ),
  ]);
}

function filled({ url, variables }: Server, chosen: string, value: string): string {
  return variables
    .reduce(
      (text, { name, default: other }) => text.replaceAll(`{${name}}`, name === chosen ? value : other),
      url,
    )
    .replace(/\/+$/, "");
}

/** What addresses a server can have: a variable without an enum stands for anything. */
function patternOf({ url, variables }: Server): RegExp {
  const parts = url.replace(/\/+$/, "").split(/(\{[^}]*\})/);
  const pattern = parts.map((part) => {
    const variable = variables.find(({ name }) => part === `{${name}}`);
    if (variable === undefined) return escaped(part);
    return variable.enum.length === 0 ? ".+" : `(${variable.enum.map(escaped).join("|")})`;
  });
  return new RegExp(`^${pattern.join("")}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
