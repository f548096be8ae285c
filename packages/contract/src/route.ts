import type { Operation, Route, Server } from "./model.ts";

interface Node {
  /** By the next fixed segment. */
  readonly fixed: Map<string, Node>;
  /** By the next segment as a template with parameters. */
  readonly templates: Map<string, { readonly pattern: RegExp; readonly node: Node }>;
  /** The operations whose path ends here. */
  readonly operations: Operation[];
}

/**
 * Finds operations by method and path, in time independent of their number: the paths form a tree
 * of segments. A fixed segment precedes one with parameters (OpenAPI 3.1, "Path Templating
 * Matching").
 */
export function createRouter(
  operations: readonly Operation[],
): (method: string, path: string) => Route {
  const root = createNode();
  const templates = new Map(operations.map((operation) => [operation, templateOf(operation)]));
  for (const operation of operations)
    operation.path.split("/").reduce(descend, root).operations.push(operation);
  const bases = [...new Set(operations.flatMap(({ servers }) => servers.map(basePath)))];
  const find = (path: string): { found: readonly Operation[]; rest: string } => {
    const found = matches(root, path.split("/"), 0);
    if (found.length > 0) return { found, rest: path };
    for (const base of bases) {
      if (!path.startsWith(base)) continue;
      const rest = path.slice(base.length);
      const served = matches(root, rest.split("/"), 0).filter(({ servers }) =>
        servers.some((server) => basePath(server) === base),
      );
      if (served.length > 0) return { found: served, rest };
    }
    return { found, rest: path };
  };
  return (method, path) => {
    const { found, rest } = find(path);
    const operation = found.find((each) => each.method === method.toUpperCase());
    const { names = [], pattern } = (operation && templates.get(operation)) ?? {};
    const [, ...values] = pattern?.exec(rest) ?? [];
    const segments = new Map(names.map((name, index) => [name, values[index] ?? ""]));
    return { operation, methods: [...new Set(found.map((each) => each.method))], segments };
  };
}

/** The path of a server, such as `/api/v2`, without a trailing slash. The empty string: none. */
export function basePath({ defaultUrl }: Pick<Server, "defaultUrl">): string {
  const url = URL.canParse(defaultUrl) ? new URL(defaultUrl).pathname : defaultUrl;
  return url.startsWith("/") ? url.replace(/\/+$/, "") : "";
}

function templateOf({ path }: Operation): { names: string[]; pattern: RegExp } {
  return {
    names: [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name),
    pattern: patternOf(path),
  };
}

function createNode(): Node {
  return { fixed: new Map(), templates: new Map(), operations: [] };
}

/** The child of a node, created if absent. */
function descend({ fixed, templates }: Node, segment: string): Node {
  const node = fixed.get(segment) ?? templates.get(segment)?.node ?? createNode();
  if (segment.includes("{")) templates.set(segment, { pattern: patternOf(segment), node });
  else fixed.set(segment, node);
  return node;
}

/** The operations of the matching paths, best first. */
function matches(
  { fixed, operations, templates }: Node,
  segments: readonly string[],
  depth: number,
): Operation[] {
  const segment = segments[depth];
  if (segment === undefined) return operations;
  const next = fixed.get(segment);
  const fitting = [...templates.values()].filter(({ pattern }) => pattern.test(segment));
  return [...(next === undefined ? [] : [next]), ...fitting.map(({ node }) => node)].flatMap(
    (node) => matches(node, segments, depth + 1),
  );
}

function patternOf(template: string): RegExp {
  const parts = template
    .split(/\{[^}]*\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("([^/]+)")}$`);
}
