import {
  appendPointer,
  groupBy,
  isObject,
  type JsonObject,
  pointerOfReference,
  valueAt,
} from "../json.ts";
import type { UnlocatedProblem } from "./kind.ts";

// What is omitted because of a problem: the part of the document that has it, and all parts that
// need this one. A part is an operation, a path, a component, or another member of the document.

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
  /** The JSON Pointer of where it is written: its path may be a reference. */
  readonly source: string;
}

/** What needs what in a document. */
export interface Dependencies {
  /** Omits what has a problem, and what needs it. */
  omit(problems: readonly UnlocatedProblem[]): Omission;
  /** The JSON Pointers of the operations that need the part at a JSON Pointer. */
  operationsNeeding(pointer: string): readonly string[];
}

/**
 * Finds what needs what in a document.
 *
 * @param needs - The target of each reference, by the JSON Pointer of the reference.
 */
export function createDependencies(
  document: JsonObject,
  needs: ReadonlyMap<string, string>,
): Dependencies {
  const operations = operationsOf(document);
  const all = [...needs, ...operations.flatMap((each) => impliedNeeds(document, each))];
  const pairs = all.map(([from, target]) => ({ part: partAt(from), to: partAt(target) }));
  const neededBy = groupBy(pairs, ({ to }) => to);
  const partsNeeding = (needed: string): string[] =>
    (neededBy.get(needed) ?? []).map(({ part }) => part);
  return {
    operationsNeeding: (pointer) => {
      const parts = reachable([partAt(pointer)], partsNeeding);
      return operations.map((each) => each.pointer).filter((each) => parts.has(each));
    },
    omit: (problems) => {
      const starts = new Set(problems.map(({ pointer }) => partAt(pointer)));
      const parts = reachable(starts, partsNeeding);
      const needsOf = groupBy(
        pairs.filter(({ to }) => parts.has(to)),
        ({ part }) => part,
      );
      const problemsOf = (operation: OperationPlace): UnlocatedProblem[] => {
        const needed = reachable([operation.pointer], (part) =>
          (needsOf.get(part) ?? []).map(({ to }) => to),
        );
        return problems.filter(({ pointer }) => needed.has(partAt(pointer)));
      };
      return {
        parts,
        rest: without(document, parts),
        operations: operations
          .filter(({ pointer }) => parts.has(pointer))
          .map((operation) => ({ ...operation, problems: problemsOf(operation) })),
      };
    },
  };
}

/** The parts without which nothing of a document can be read. */
const documentParts = [
  /^(\/(openapi|swagger|info|paths|jsonSchemaDialect|x-gaps))?$/,
  /^\/info\/(title|version)$/,
];

/** Whether nothing of a document can be read because of a problem. */
export function isOfDocument({ pointer }: UnlocatedProblem): boolean {
  const part = partAt(pointer);
  return documentParts.some((form) => form.test(part));
}

const methods = /^(get|put|post|delete|options|head|patch|trace)$/i;

/**
 * All operations of a document, also with methods that the profile does not have, but without those
 * that every server answers: OPTIONS, and HEAD beside a GET.
 */
export function operationsOf(document: JsonObject): OperationPlace[] {
  const { paths } = document;
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) => {
    const reference = isObject(item) ? item["$ref"] : undefined;
    const isLocal = typeof reference === "string" && reference.startsWith("#/");
    const source = isLocal ? pointerOfReference(reference) : appendPointer("/paths", path);
    const target = isLocal ? valueAt(document, source) : item;
    const members = isObject(target) ? target : {};
    const isFollowing = (name: string): boolean =>
      /^options$/i.test(name) || (/^head$/i.test(name) && members["get"] !== undefined);
    const names = Object.keys(members).filter((name) => methods.test(name) && !isFollowing(name));
    // Which operations a path has elsewhere is not read: one stands for them.
    const found = names.length === 0 && reference !== undefined ? ["get"] : names;
    return found.map((method) => ({
      path,
      method,
      pointer: appendPointer("/paths", path, method),
      source: appendPointer(source, method),
    }));
  });
}

/** An operation needs its path, and the security of the document if it does not state its own. */
function impliedNeeds(
  document: JsonObject,
  { path, pointer, source }: OperationPlace,
): [from: string, to: string][] {
  const isStated = valueAt(document, `${source}/security`) !== undefined;
  const needed = [appendPointer("/paths", path), ...(isStated ? [] : ["/security"])];
  return needed.map((to) => [pointer, to]);
}

/** The part that a JSON Pointer leads into. */
function partAt(pointer: string): string {
  const tokens = pointer.split("/", 4);
  const [, root, , name = ""] = tokens;
  const isLong = root === "components" || (root === "paths" && methods.test(name));
  const isOfHolder = root === "paths" || root === "info";
  return tokens.slice(0, isLong ? 4 : isOfHolder ? 3 : 2).join("/");
}

function reachable(
  starts: Iterable<string>,
  nextOf: (part: string) => readonly string[],
): Set<string> {
  const found = new Set(starts);
  // A set that grows is followed to its end.
  for (const each of found) for (const next of nextOf(each)) found.add(next);
  return found;
}

/** A value without these parts, which are at most three levels below the document. */
function without(
  value: JsonObject,
  parts: ReadonlySet<string>,
  pointer = "",
  levels = 3,
): JsonObject {
  const members = Object.entries(value).flatMap(([name, member]) => {
    const at = appendPointer(pointer, name);
    if (parts.has(at)) return [];
    const isHolder = levels > 1 && isObject(member);
    return [[name, isHolder ? without(member, parts, at, levels - 1) : member]];
  });
  return Object.fromEntries(members);
}
