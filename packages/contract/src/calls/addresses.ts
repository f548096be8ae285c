import type { Contract, Server } from "../model.ts";
import { camelCase, claim } from "./names.ts";

/** Where an operation is served, if not at the main address. */
export interface Address {
  /** The option of the factory that holds it; none: it is a path below the main address. */
  readonly option: string | undefined;
  /** What is used if the option is not given; none: the main address. */
  readonly otherwise: string | undefined;
  /** A path behind the address. */
  readonly suffix: string;
  readonly description: string;
}

/** The addresses of the operations that are not served at the main one, by the URL of their server. */
export function addressesOf({ servers, operations }: Contract, taken: Set<string>): Map<string, Address> {
  const found = new Map<string, Address>();
  for (const { servers: own } of operations) {
    const [server] = own;
    if (server === undefined || server.url === servers[0]?.url || found.has(server.url)) continue;
    found.set(server.url, addressOf(server, found, taken));
  }
  return found;
}

function addressOf(server: Server, found: ReadonlyMap<string, Address>, taken: Set<string>): Address {
  const { url, defaultUrl, description, variables } = server;
  const [, variable, suffix] = /^\{([^{}]+)\}([^{}]*)$/.exec(url) ?? [];
  if (variable !== undefined) {
    const known = [...found].find(([other]) => other.startsWith(`{${variable}}`));
    const option = known?.[1].option ?? claim(variable, taken);
    const about = variables.find(({ name }) => name === variable)?.description ?? description;
    return { option, otherwise: undefined, suffix: (suffix ?? "").replace(/\/+$/, ""), description: about };
  }
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(defaultUrl)) {
    return {
      option: undefined,
      otherwise: undefined,
      suffix: defaultUrl.replace(/^(?=[^/])/, "/"),
      description,
    };
  }
  const { host, pathname } = new URL(defaultUrl);
  const option = claim(`${camelCase(`${host} ${pathname}`)}Url`, taken);
  return { option, otherwise: defaultUrl, suffix: "", description };
}
