import type { Operation, Route } from "./model.ts";

interface Node {
  /** By the next segment, when that is fixed. */
  readonly fixed: Map<string, Node>;
  /** By the next segment as a pattern, when that holds parameters. */
  readonly templates: { readonly text: string; readonly pattern: RegExp; readonly node: Node }[];
  /** The operations whose path ends here. */
  readonly operations: Operation[];
}

/**
 * Finds operations by method and path in time that does not grow with their number: the paths form a tree of segments.
 * A fixed segment is preferred to one with parameters (OpenAPI 3.1, "Path Templating Matching").
 */
export function createRouter(operations: readonly Operation[]): (method: string, path: string) => Route {
  const root = createNode();
  const templates = new Map<Operation, Template>();
  for (const operation of operations) {
    templates.set(operation, templateOf(operation.path));
    let node = root;
    for (const segment of operation.path.split("/")) node = descend(node, segment);
    node.operations.push(operation);
  }
  return (method, path) => {
    const found = matches(root, path.split("/"));
    const methods = new Set(found.flatMap((node) => node.operations.map((operation) => operation.method)));
    const operation = found
      .flatMap((node) => node.operations)
      .find((each) => each.method === method.toUpperCase());
    const segments = operation === undefined ? new Map() : segmentsOf(templates.get(operation), path);
    return { operation, methods: [...methods], segments };
  };
}

function createNode(): Node {
  return { fixed: new Map(), templates: [], operations: [] };
}

function descend(node: Node, segment: string): Node {
  if (segment.includes("{")) {
    const known = node.templates.find(({ text }) => text === segment);
    if (known !== undefined) return known.node;
    const added = { text: segment, pattern: patternOf(segment), node: createNode() };
    node.templates.push(added);
    return added.node;
  }
  const next = node.fixed.get(segment) ?? createNode();
  node.fixed.set(segment, next);
  return next;
}

/** The ends of the paths that match, best first. */
function matches(node: Node, [segment, ...rest]: readonly string[]): Node[] {
  if (segment === undefined) return node.operations.length > 0 ? [node] : [];
  const fixed = node.fixed.get(segment);
  return [
    ...(fixed === undefined ? [] : matches(fixed, rest)),
    ...node.templates.flatMap(({ pattern, node: next }) =>
      pattern.test(segment) ? matches(next, rest) : [],
    ),
  ];
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("([^/]+)")}$`);
}

/** A path template, ready to be read from paths. */
interface Template {
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

function templateOf(path: string): Template {
  return { names: [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name), pattern: patternOf(path) };
}

function segmentsOf(template: Template | undefined, path: string): Map<string, string> {
  const match = template?.pattern.exec(path) ?? [];
  return new Map(template?.names.map((name, index) => [name, match[index + 1] ?? ""]));
}
