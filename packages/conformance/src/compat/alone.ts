import {
  appendPointer,
  type Contract,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  readContract,
  valueAt,
} from "@workflow-api/contract";
import { withName, withNode } from "../score/edit.ts";
import type { ListedChange } from "./listed-changes.ts";
import { reachOf, touches } from "./reach.ts";

/** The old contract and the one with a change of it alone, both as far as the change reaches. */
export type Pair = readonly [old: Contract, changed: Contract];

/** What a change that is made alone makes of the old contract; `undefined` if it takes others with it. */
export type Alone = (change: ListedChange) => Pair | undefined;

/** More changes than these are not made alone: each takes a tenth of a second or more. */
const mostMade = 60;

/** Makes each change of the old contract by itself, where what several break is to be told apart. */
export function createAlone(old: Contract, changed: Contract): Alone {
  const known = new Map<ListedChange, Pair | undefined>();
  const olds = new Map<string, Contract>();
  const oldOf = (paths: JsonObject): Contract => {
    const key = Object.keys(paths).join("\n");
    const found = olds.get(key) ?? readContract({ ...old.document, paths });
    olds.set(key, found);
    return found;
  };
  const made = (change: ListedChange): Pair | undefined => {
    const document = madeIn(old.document, changed.document, change);
    if (document === undefined) return undefined;
    const paths = pathsOf({ document }, change.newPointer ?? parentOf(change.oldPointer));
    try {
      const before = oldOf(pathsOf(old, change.oldPointer ?? parentOf(change.newPointer)));
      return [before, readContract({ ...document, paths })];
    } catch {
      return undefined;
    }
  };
  return (change) => {
    if (!known.has(change)) known.set(change, known.size < mostMade ? made(change) : undefined);
    return known.get(change);
  };
}

function parentOf(pointer = ""): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** The paths that a place is part of; all of them for a place that none refers to. */
function pathsOf(contract: Pick<Contract, "document">, pointer: string): JsonObject {
  const { paths } = contract.document;
  const all = isObject(paths) ? Object.entries(paths) : [];
  const touched = all.filter(([path]) => touches(pointer, reachOf(contract, appendPointer("/paths", path))));
  return Object.fromEntries(touched.length === 0 ? all : touched);
}

/** The old document with one change; `undefined` if its place is not found there. */
function madeIn(
  old: JsonObject,
  changed: JsonObject,
  { kind, newPointer, oldPointer, property }: ListedChange,
): JsonObject | undefined {
  const document = withComponents(old, changed);
  if (kind === "removed")
    return oldPointer === undefined ? undefined : withNode(document, oldPointer, undefined);
  if (newPointer === undefined) return undefined;
  if (kind === "added") return added(document, newPointer, valueAt(changed, newPointer));
  if (oldPointer === undefined || property === undefined) return undefined;
  const name = parsePointer(newPointer).at(-1) ?? "";
  if (property === "key") return withName(document, oldPointer, name);
  const [before, after] = [oldPointer, newPointer].map((pointer) => placeOf(pointer, property));
  return withNode(document, before ?? "", valueAt(changed, after ?? ""));
}

/** A member that is absent is told by the place of what would hold it. */
function placeOf(pointer: string, property: string): string {
  return parsePointer(pointer).at(-1) === property ? pointer : appendPointer(pointer, property);
}

function added(document: JsonObject, pointer: string, value: JsonValue | undefined): JsonObject | undefined {
  const parent = valueAt(document, parentOf(pointer));
  if (value === undefined) return undefined;
  if (Array.isArray(parent)) return withNode(document, parentOf(pointer), [...parent, value]);
  if (isObject(parent)) return withNode(document, pointer, value);
  // What holds it may be new too.
  return parentOf(pointer) === "" ? undefined : added(document, parentOf(pointer), holderOf(pointer, value));
}

function holderOf(pointer: string, value: JsonValue): JsonObject {
  return { [parsePointer(pointer).at(-1) ?? ""]: value };
}

/** With the components that only the new document has, for a change may refer to them. */
function withComponents(old: JsonObject, changed: JsonObject): JsonObject {
  const [before, after] = [old["components"], changed["components"]];
  if (!isObject(after)) return old;
  const merged = Object.entries(after).map(([kind, named]): [string, JsonValue | undefined] => {
    const own = isObject(before) ? before[kind] : undefined;
    return [kind, isObject(named) ? { ...named, ...(isObject(own) ? own : {}) } : named];
  });
  return { ...old, components: { ...(isObject(before) ? before : {}), ...Object.fromEntries(merged) } };
}
