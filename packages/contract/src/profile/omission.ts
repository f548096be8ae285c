import {
  appendPointer,
  groupBy,
  isObject,
  type JsonObject,
  type JsonValue,
  valueAt,
} from "../json.ts";
import type { UnlocatedProblem } from "./kind.ts";

// What is omitted because of a problem: the part of the document that has it, and all parts that
// need this one. A part is an operation, a path, a component, another member of the document, or a
// schema elsewhere that is referred to.

/** What is omitted of a document. */
export interface Omission {
  /** The JSON Pointers of the omitted parts. */
  readonly parts: ReadonlySet<string>;
  readonly operations: readonly OmittedPart[];
  /** The document without the omitted parts. */
  readonly rest: JsonObject;
}

/** An operation that is omitted, with the problems of all that it needs. */
export interface OmittedPart extends OperationPlace {
  readonly problems: readonly UnlocatedProblem[];
}

/** An operation of a document that is not read yet. */
export interface OperationPlace {
  readonly path: string;
  /** As the document spells it. */
  readonly method: string;
  readonly pointer: string;
}

/** Pairs of JSON Pointers: the first one needs the second one. */
type Needs = Iterable<readonly [from: string, to: string]>;

/**
 * Omits what has a problem, and what needs it.
 *
 * @param needs - The target of each reference, by the JSON Pointer of the reference.
 */
export function omit(
  document: JsonObject,
  needs: ReadonlyMap<string, string>,
  problems: readonly UnlocatedProblem[],
): Omission {
  const targets = new Set(needs.values());
  const operations = operationsOf(document);
  const faulty = problems.map((problem) => ({ problem, at: partsAt(problem.pointer, targets) }));
  const schemes = new Set(faulty.flatMap(({ at }) => at));
  const pairs = [...needs, ...operations.flatMap((each) => impliedNeeds(document, each))]
    .filter(([from]) => !isReplaceable(document, from, schemes))
    .flatMap(([from, to]) => partsAt(from, targets).map((part): [string, string] => [part, to]));
  const neededBy = edgesOf(pairs.map(([part, needed]) => [needed, part]));
  const parts = reachable(
    faulty.flatMap(({ at }) => at),
    neededBy,
  );
  for (const [path, own] of groupBy(operations, (each) => each.path))
    if (own.every(({ pointer }) => parts.has(pointer))) parts.add(appendPointer("/paths", path));
  const edges = edgesOf(pairs.filter(([, needed]) => parts.has(needed)));
  const omitted = operations.filter(({ pointer }) => parts.has(pointer));
  return {
    parts,
    rest: without(document, parts),
    operations: omitted.map((operation) => {
      const needed = reachable([operation.pointer], edges);
      const own = faulty.filter(({ at }) => at.some((part) => needed.has(part)));
      return { ...operation, problems: own.map(({ problem }) => problem) };
    }),
  };
}

/** Whether nothing of a document can be read because of a problem. */
export function isOfDocument({ pointer }: UnlocatedProblem): boolean {
  const [part = ""] = partsAt(pointer, new Set());
  return /^(\/(openapi|info|paths|jsonSchemaDialect|x-gaps)|\/components(\/[^/]*)?)?$/.test(part);
}

const methods = /^(get|put|post|delete|options|head|patch|trace)$/i;

/** All operations of a document, also with methods that the profile does not have. */
export function operationsOf({ paths }: JsonObject): OperationPlace[] {
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    Object.keys(isObject(item) ? item : {})
      .filter((name) => methods.test(name))
      .map((method) => ({ path, method, pointer: appendPointer("/paths", path, method) })),
  );
}

/** Whether a name in a security requirement is needed by none, because another one is enough. */
function isReplaceable(document: JsonObject, pointer: string, parts: ReadonlySet<string>): boolean {
  const [, holder] = /^(.*\/security)\/\d+\/[^/]+$/.exec(pointer) ?? [];
  const list = holder === undefined ? undefined : valueAt(document, holder);
  return Array.isArray(list) && usable(list, parts).length > 0;
}

/** The security requirements that need no omitted scheme. */
function usable(list: readonly JsonValue[], parts: ReadonlySet<string>): readonly JsonValue[] {
  return list.filter((requirement) =>
    Object.keys(requirement ?? {}).every(
      (name) => !parts.has(appendPointer("/components/securitySchemes", name)),
    ),
  );
}

/** An operation needs its path, and those parts of the document that it does not state itself. */
function impliedNeeds(
  document: JsonObject,
  { path, pointer }: OperationPlace,
): [from: string, to: string][] {
  const holder = appendPointer("/paths", path);
  const isStated = (...places: readonly string[]): boolean =>
    places.some((place) => valueAt(document, place) !== undefined);
  return [
    [pointer, holder],
    ...(isStated(`${pointer}/security`) ? [] : [[pointer, "/security"] as [string, string]]),
    ...(isStated(`${pointer}/servers`, `${holder}/servers`)
      ? []
      : [[pointer, "/servers"] as [string, string]]),
  ];
}

/** The parts that a JSON Pointer leads into. */
function partsAt(pointer: string, targets: ReadonlySet<string>): string[] {
  const tokens = pointer.split("/");
  const [, root, , name = ""] = tokens;
  const isLong = root === "components" || (root === "paths" && methods.test(name));
  const length = isLong ? 4 : root === "paths" ? 3 : 2;
  const above = tokens.map((_, index) => tokens.slice(0, index + 1).join("/"));
  const part = above[length - 1] ?? pointer;
  return [part, ...above.filter((each) => each !== part && targets.has(each))];
}

function edgesOf(pairs: Needs): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const [from, to] of pairs) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  return edges;
}

function reachable(
  starts: readonly string[],
  edges: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const found = new Set(starts);
  // A set that grows is followed to its end.
  for (const each of found) for (const next of edges.get(each) ?? []) found.add(next);
  return found;
}

function without(document: JsonObject, parts: ReadonlySet<string>): JsonObject {
  const rest = (value: JsonValue | undefined, pointer: string): JsonObject =>
    withUsable(
      Object.fromEntries(
        Object.entries(value ?? {}).filter(([name]) => !parts.has(appendPointer(pointer, name))),
      ),
      parts,
    );
  const restOf = (value: JsonValue | undefined, pointer: string, depth: number): JsonObject => {
    const members = Object.entries(rest(value, pointer)).map(([name, member]) => [
      name,
      depth > 0 && isObject(member)
        ? restOf(member, appendPointer(pointer, name), depth - 1)
        : member,
    ]);
    return Object.fromEntries(members);
  };
  const { components, paths } = document;
  return {
    ...rest(document, ""),
    paths: restOf(paths, "/paths", 2),
    ...(components !== undefined && { components: restOf(components, "/components", 1) }),
  };
}

/** The document or an operation without security requirements that need an omitted scheme. */
function withUsable(holder: JsonObject, parts: ReadonlySet<string>): JsonObject {
  const { security } = holder;
  const kept = Array.isArray(security) ? usable(security, parts) : [];
  return kept.length > 0 ? { ...holder, security: kept } : holder;
}
