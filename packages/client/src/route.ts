import { Call } from "./call.ts";
import { send } from "./fetch.ts";
import type { ContractData, Operation } from "./operation.ts";
import { type Configuration, configure, keyOf } from "./options.ts";

/** Takes what the `fetch` of the platform takes. */
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** Makes a fetch that sends what it can route as the client does. */
export function buildFetch(
  options: unknown,
  chosen: Readonly<Record<string, Operation>>,
  contract: ContractData,
): Fetch {
  const operations = Object.values(chosen);
  return fetchOf(configure(options, operations, contract), operations);
}

/** The fetch of a client. It routes requests to the operations. */
export function fetchOf(client: Configuration, operations: readonly Operation[]): Fetch {
  const route = createRouter(operations, client);
  return async (input, init) => {
    const request = new Request(input, init);
    const { method } = request;
    const [url = ""] = request.url.split(/[?#]/);
    const operation = route(method, url);
    if (operation) addHeaders(request, client.headersOf(operation));
    const target = operation ? { operation, url: urlOf(client, operation) } : { url };
    return send(client, request, new Call({ ...target, method }, {}, client.options));
  };
}

function addHeaders({ headers }: Request, added: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(added))
    if (!headers.has(name)) headers.set(name, value);
}

/** The URL of an operation, with the path template. */
export function urlOf({ baseUrls }: Configuration, { path, server }: Operation): string {
  return `${baseUrls.get(keyOf(server))}${path}`;
}

interface Route {
  readonly pattern: RegExp;
  readonly operation: Operation;
}

/**
 * Finds the operation of a request, by method, base URL and path template; a literal segment comes
 * before a parameter.
 */
function createRouter(
  operations: readonly Operation[],
  client: Configuration,
): (method: string, url: string) => Operation | undefined {
  let routes: Map<string, Route[]> | undefined;
  return (method, url) => {
    routes ??= routesOf(operations, client);
    return routes.get(method)?.find(({ pattern }) => pattern.test(url))?.operation;
  };
}

function routesOf(operations: readonly Operation[], client: Configuration): Map<string, Route[]> {
  const byMethod = new Map<string, Route[]>();
  // Behind all letters, a parameter comes after whatever is literal.
  const rank = ({ path }: Operation): string => path.replace(/\{[^{}]*\}/g, "\uffff");
  const inOrder = operations.toSorted((first, second) => (rank(first) < rank(second) ? -1 : 1));
  for (const operation of inOrder) {
    const { method } = operation;
    const routes = byMethod.get(method) ?? [];
    byMethod.set(method, routes);
    routes.push({ operation, pattern: patternOf(urlOf(client, operation)) });
  }
  return byMethod;
}

/** Matches the URLs of a template. */
function patternOf(template: string): RegExp {
  const literals = template.split(/\{[^{}]*\}/).map((text) => {
    const encoded = encodeURI(decodeURI(text));
    return encoded.replace(/[$()*+.?[\\\]^|{}]/g, "\\$&");
  });
  return new RegExp(`^${literals.join("[^/]+")}$`);
}
