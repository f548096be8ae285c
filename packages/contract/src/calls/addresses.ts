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

/**
 * The addresses of the operations that are not served at the main one, by the URL of their server. If the URL of the root
 * begins with a variable, the main address is what that stands for.
 */
export function addressesOf({ servers, operations }: Contract, taken: Set<string>): Map<string, Address> {
  const found = new Map<string, Address>();
  const main = partsOf(servers[0]);
  if (servers[0] !== undefined && main !== undefined && main.suffix !== "") {
    const { suffix } = main;
    found.set(servers[0].url, { option: undefined, otherwise: undefined, suffix, description: "" });
  }
  for (const { servers: own } of operations) {
    const [server] = own;
    if (server === undefined || server.url === servers[0]?.url || found.has(server.url)) continue;
    const parts = partsOf(server);
    const isMain = parts !== undefined && parts.variable === main?.variable;
    found.set(
      server.url,
      isMain
        ? { option: undefined, otherwise: undefined, suffix: parts.suffix, description: "" }
        : addressOf(server, found, taken),
    );
  }
  return found;
}

/** A URL that is a variable with a path behind it. */
function partsOf(server: Server | undefined): { variable: string; suffix: string } | undefined {
  const [, variable, path = ""] = /^\{([^{}]+)\}([^{}]*)$/.exec(server?.url ?? "") ?? [];
  return variable === undefined ? undefined : { variable, suffix: path.replace(/\/+$/, "") };
}

function addressOf(server: Server, found: ReadonlyMap<string, Address>, taken: Set<string>): Address {
  const { defaultUrl, description, variables } = server;
  const parts = partsOf(server);
  if (parts !== undefined) {
    const { variable, suffix } = parts;
    const known = [...found].find(([other]) => other.startsWith(`{${variable}}`));
    const option = known?.[1].option ?? claim(variable, taken);
    const about = variables.find(({ name }) => name === variable)?.description ?? description;
    return { option, otherwise: undefined, suffix, description: about };
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
