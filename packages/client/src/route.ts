import { Call } from "./call.ts";
import { type Configuration, configure, urlOf } from "./options.ts";
import { send } from "./send.ts";
import type { ContractData, Operation } from "./types/operation.ts";

/** Takes what the `fetch` of the platform takes. */
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** Makes a fetch that sends what it can route as the client does. */
export function buildFetch(
  options: unknown,
  chosen: Readonly<Record<string, Operation>>,
  contract: ContractData,
): Fetch {
  const client = configure(options, contract);
  const routes = routesOf(Object.values(chosen), client);
  return async (input, init) => {
    const request = new Request(input, { ...init, redirect: "manual" });
    const { method, signal } = request;
    const [path = ""] = request.url.split(/[?#]/);
    const route = routes.find(
      ({ operation, pattern }) => operation.method === method && pattern.test(path),
    );
    const { operation = { method, path }, baseUrl = "" } = route ?? {};
    return send(client, new Call(operation, baseUrl), request, { signal });
  };
}

/** The operations by their URLs; a literal segment comes before a parameter. */
function routesOf(operations: readonly Operation[], { urls }: Configuration) {
  // Behind all letters, a parameter comes after whatever is literal.
  const rank = ({ path }: Operation): string => path.replace(/\{[^{}]*\}/g, "\uffff");
  return operations
    .toSorted((first, second) => (rank(first) < rank(second) ? -1 : 1))
    .map((operation) => {
      const baseUrl = urlOf(operation, urls);
      return { operation, baseUrl, pattern: patternOf(baseUrl + operation.path) };
    });
}

/** Matches the URLs of a template. */
function patternOf(template: string): RegExp {
  const literals = template.split(/\{[^{}]*\}/).map((text) => {
    const encoded = encodeURI(decodeURI(text));
    return encoded.replace(/[$()*+.?[\\\]^|{}]/g, "\\$&");
  });
  return new RegExp(`^${literals.join("[^/]+")}$`);
}
