import type { Route } from "../messages.ts";
import type { OmittedOperation, Operation } from "../model.ts";
import { normalizePath } from "../wire/write.ts";

/** An operation at the end of a path. */
interface Leaf {
  readonly operation: Operation | OmittedOperation;
  /** The path of a server that precedes its own. The empty string: none. */
  readonly base: string;
  /** Its segments that have parameters. */
  readonly templates: readonly TemplateSegment[];
  /** How many characters of its path are fixed. */
  readonly fixed: number;
}

interface TemplateSegment {
  /** Its position in the path. */
  readonly index: number;
  readonly names: readonly string[];
  readonly read: ReadSegment;
}

/** A segment of paths. */
interface RouteNode {
  readonly read: ReadSegment;
  /** By the next segment, if it is fixed. */
  readonly fixed: Map<string, RouteNode>;
  /** By the next segment, if it has parameters. */
  readonly templates: Map<string, RouteNode>;
  /** The operations whose path ends here. */
  readonly leaves: Leaf[];
}

/**
 * Finds operations by method and path, in time independent of their number: the paths form a tree
 * of segments. Of the paths that match, the one with more fixed characters is meant (OpenAPI 3.1,
 * "Path Templating Matching"). A path as the contract has it precedes the same after the path of a
 * server.
 */
export function createRouter(
  operations: readonly Operation[],
  omitted: readonly OmittedOperation[] = [],
): (method: string, path: string) => Route {
  const root = createNode("");
  const allServers = operations.flatMap(({ servers }) => servers);
  const allBases = new Set(allServers.flatMap(({ basePaths }) => basePaths));
  const longestFirst = [...allBases].sort((a, b) => b.length - a.length);
  for (const operation of [...operations, ...omitted]) {
    // Which servers an omitted operation has was not read.
    const servers = "servers" in operation ? operation.servers : allServers;
    for (const base of new Set(["", ...servers.flatMap(({ basePaths }) => basePaths)]))
      addLeaf(root, base, operation);
  }
  return (method, requestedPath) => {
    const path = normalizePath(requestedPath);
    const segments = path.split("/");
    const found = matches(root, segments, 0);
    if (found.length > 1) found.sort(compareLeaves);
    const requestedMethod = method.toUpperCase();
    const best = found.find(({ operation }) => operation.method === requestedMethod);
    const target = best?.operation;
    const isOmitted = target !== undefined && "problems" in target;
    return {
      operation: isOmitted ? undefined : target,
      omitted: isOmitted ? target : undefined,
      methods: methodsOf(found),
      segments: readSegments(best, segments),
      basePath:
        (best ?? found[0])?.base ?? longestFirst.find((base) => beginsWith(path, base)) ?? "",
    };
  };
}

function methodsOf(leaves: readonly Leaf[]): string[] {
  const methods = leaves.map(({ operation }) => operation.method);
  return methods.length > 1 ? [...new Set(methods)] : methods;
}

/** The values of path parameters by their names, percent-encoded. */
function readSegments(leaf: Leaf | undefined, segments: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const { index, names, read } of leaf?.templates ?? []) {
    const found = read(segments[index] ?? "") ?? [];
    for (const [at, name] of names.entries()) values.set(name, found[at] ?? "");
  }
  return values;
}

function createNode(segment: string): RouteNode {
  return { read: createSegmentReader(segment), fixed: new Map(), templates: new Map(), leaves: [] };
}

/** Whether a path is another one, or below it. */
function beginsWith(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}

function addLeaf(root: RouteNode, base: string, operation: Leaf["operation"]): void {
  const template = base + operation.path;
  const segments = normalizePath(template).split("/");
  const fixed = segments.join("/").replaceAll(/\{[^}]*\}/g, "").length;
  const templates = template.split("/").flatMap((segment, index): TemplateSegment[] => {
    const names = Array.from(segment.matchAll(/\{([^}]*)\}/g), ([, name = ""]) => name);
    return names.length === 0
      ? []
      : [{ index, names, read: createSegmentReader(segments[index] ?? "") }];
  });
  segments.reduce(descend, root).leaves.push({ operation, base, templates, fixed });
}

/** The better one first. */
function compareLeaves(a: Leaf, b: Leaf): number {
  return Number(a.base !== "") - Number(b.base !== "") || b.fixed - a.fixed;
}

/** The child of a node, created if absent. */
function descend({ fixed, templates }: RouteNode, segment: string): RouteNode {
  const children = segment.includes("{") ? templates : fixed;
  const child = children.get(segment) ?? createNode(segment);
  children.set(segment, child);
  return child;
}

/** The operations of the matching paths. Each request is routed: it makes one array. */
function matches(
  { fixed, leaves, templates }: RouteNode,
  segments: readonly string[],
  depth: number,
  found: Leaf[] = [],
): Leaf[] {
  const segment = segments[depth];
  if (segment === undefined) {
    found.push(...leaves);
    return found;
  }
  const next = fixed.get(segment);
  if (next !== undefined) matches(next, segments, depth + 1, found);
  for (const node of templates.values())
    if (node.read(segment) !== undefined) matches(node, segments, depth + 1, found);
  return found;
}

/** Reads the values of the parameters in a segment. `undefined`: it is not of the template. */
type ReadSegment = (segment: string) => string[] | undefined;

/**
 * A value takes as many characters as the ones after it leave, as in a regular expression. Unlike
 * one, this looks at a segment once, however many parameters it has.
 */
function createSegmentReader(template: string): ReadSegment {
  const [first = "", ...literals] = template.split(/\{[^}]*\}/);
  const last = literals.pop();
  if (last === undefined) return (segment) => (segment === first ? [] : undefined);
  const backwards = literals.toReversed();
  return (segment) => {
    let end = segment.length - last.length;
    if (!segment.startsWith(first) || !segment.endsWith(last)) return undefined;
    const values: string[] = [];
    for (const literal of backwards) {
      const start = segment.lastIndexOf(literal, end - 1 - literal.length);
      if (start < 0 || end - 1 < literal.length) return undefined;
      values.unshift(segment.slice(start + literal.length, end));
      end = start;
    }
    return end > first.length ? [segment.slice(first.length, end), ...values] : undefined;
  };
}
