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
import type { Break } from "./break.ts";
import type { ListedChange } from "./listed-changes.ts";
import { reachOf, touches } from "./reach.ts";

/** Tells what a change breaks that is made alone; `undefined` if it cannot be made without the others. */
export type Alone = (change: ListedChange) => readonly Break[] | undefined;

/** To try one takes a tenth of a second or more; what is beyond that is told apart by what it names. */
const mostTried = 60;

/**
 * Makes each change of the old contract by itself, where what several break is to be told apart.
 * @param compare Compares two contracts.
 */
export function createAlone(
  old: Contract,
  changed: Contract,
  compare: (old: Contract, changed: Contract) => Break[],
): Alone {
  const known = new Map<ListedChange, readonly Break[] | undefined>();
  const olds = new Map<string, Contract>();
  const oldOf = (paths: JsonObject): Contract => {
    const key = Object.keys(paths).join("\n");
    const found = olds.get(key) ?? readContract({ ...old.document, paths });
    olds.set(key, found);
    return found;
  };
  const tried = (change: ListedChange): readonly Break[] | undefined => {
    const document = madeIn(old.document, changed.document, change);
    if (document === undefined) return undefined;
    try {
      return compare(
        oldOf(pathsOf(old, change.oldPointer ?? parentOf(change.newPointer))),
        readContract({
          ...document,
          paths: pathsOf({ document }, change.newPointer ?? parentOf(change.oldPointer)),
        }),
      );
    } catch {
      return undefined;
    }
  };
  return (change) => {
    if (!known.has(change)) known.set(change, known.size < mostTried ? tried(change) : undefined);
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
