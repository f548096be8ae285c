import { type Contract, type HttpRequest, locations } from "@workflow-api/contract";

/** The longest request of which a key is made: its path, query and body, in characters. */
const longest = 4000;

/**
 * Makes a string of everything in a request that the contract can say something of. Requests with
 * the same one are judged alike.
 *
 * @returns A function of a request, and of what stands for its path. `undefined`: it is too long.
 */
export function createRequestKeys(
  contract: Contract,
): (request: HttpRequest, path: string) => string | undefined {
  const headers = decidingHeaders(contract);
  return ({ body, headers: sent, method, query }, path) => {
    if (body.length + query.length + path.length > longest) return undefined;
    return `${method} ${path}?${query}${headerKey(headers, sent)}\n${body}`;
  };
}

/** The texts of some headers, and which of them are absent. */
export function headerKey(names: readonly string[], headers: HttpRequest["headers"]): string {
  let key = "";
  for (const name of names) {
    const text = headers[name];
    key += text === undefined ? "\n" : `\n:${text}`;
  }
  return key;
}

/** The headers that a response may depend on, in lower case. */
function decidingHeaders({ operations, securitySchemes }: Contract): readonly string[] {
  const parameters = operations.flatMap((operation) =>
    operation.parameters.map((each) => locations[each.in].headerOf(each.name)),
  );
  const schemes = securitySchemes.map(({ in: location, parameter: name }) =>
    locations[location].headerOf(name),
  );
  const names = ["accept", "content-type", ...parameters, ...schemes];
  return [...new Set(names.filter((name) => name !== undefined))];
}
