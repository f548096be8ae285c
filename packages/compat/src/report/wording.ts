import type { Contract } from "@workflow-api/contract";
import {
  canonicalText,
  isEqual,
  isObject,
  type JsonValue,
  parsePointer,
  valueAt,
} from "@workflow-api/contract/json";

import { operationName } from "../pair/callbacks.ts";
import type { AnyOperation } from "../pair/counterpart.ts";

/** Field names of OpenAPI that tell a reader nothing. */
const silent = new Set(["content", "schema", "properties", "$ref", "components", "paths"]);

/** What a sentence is about. */
export interface Subject {
  /** The operation or the component: `listCages`, `schema Cage`. */
  readonly owner: string;
  /** The part of it: `query parameter limit, items`. The empty string: all of it. */
  readonly rest: string;
}

/** A subject in words. */
export function subjectText({ owner, rest }: Subject): string {
  return [owner, rest].filter((each) => each !== "").join(", ");
}

/**
 * A place in words: `/paths/~1cages/get/parameters/0/schema/items` is `listCages` and `query
 * parameter limit, items`.
 */
export function subjectOf(contract: Contract, pointer: string): Subject {
  const [operationPointer = ""] =
    /^\/(paths|components\/pathItems)\/[^/]+\/\w+/.exec(pointer) ?? [];
  const [parameterPointer = ""] = /^.*?\/parameters\/[^/]+/.exec(pointer) ?? [];
  const operation = byPointerOf(contract).get(operationPointer);
  const title = parameterTitle(valueAt(contract.document, parameterPointer));
  const start = title === "" ? (operation?.pointer ?? "") : parameterPointer;
  const words = parsePointer(pointer.slice(start.length)).filter((token) => !silent.has(token));
  // `schemas Book` reads as `schema Book`.
  const text = words
    .join(" ")
    .replace(/^requestBodies /, "requestBody ")
    .replace(/^([a-z]\w+)s (?=.)/, "$1 ");
  const [root, path = ""] = parsePointer(pointer);
  const rest = [title, text].filter((each) => each !== "").join(", ");
  if (operation !== undefined || (title !== "" && root === "paths"))
    return { owner: operation ? operationName(operation.operationId) : path, rest };
  if (title !== "") return { owner: title, rest: text };
  const [, owner = text || "The contract", inner = ""] = /^(\S+ \S+)(?: (.+))?$/.exec(text) ?? [];
  return { owner, rest: inner };
}

const byPointer = new WeakMap<Contract, ReadonlyMap<string, AnyOperation>>();

function byPointerOf(contract: Contract): ReadonlyMap<string, AnyOperation> {
  const all = [...contract.operations, ...contract.omitted];
  const found = byPointer.get(contract) ?? new Map(all.map((each) => [each.pointer, each]));
  byPointer.set(contract, found);
  return found;
}

/** The empty string: it is no parameter. */
function parameterTitle(value: JsonValue | undefined): string {
  const { in: location, name } = isObject(value) ? value : {};
  return typeof location === "string" ? `${location} parameter ${name}` : "";
}

/** The pointer of the parent. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** The last token of a pointer: the keyword at that place. */
export function keywordAt(pointer: string): string {
  return parsePointer(pointer).at(-1) ?? "";
}

/** A member whose value has changed. */
export interface ChangedValue {
  readonly name: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** The old and the new value of a member, as sentences. */
export function changeOf(changed: ChangedValue): string {
  const { after, before, name } = changed;
  if (isEqual(before, after)) return `\`${name}\` has changed.`;
  if (after === undefined) return `\`${name}\` was removed; it was ${shown(before)}.`;
  if (before === undefined) return `\`${name}\` was added: ${shown(after)}.`;
  if (Array.isArray(before) && Array.isArray(after)) {
    const lost = lostOf(changed).map(shown).join(", ");
    const gained = gainedOf(changed).map(shown).join(", ");
    // Long items may differ where they are cut.
    if (lost === gained) return `\`${name}\` has changed.`;
    const parts = [...(lost ? [`lost ${lost}`] : []), ...(gained ? [`got ${gained}`] : [])];
    return `\`${name}\` ${parts.join(" and ")}.`;
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const differing = names.filter((each) => !isEqual(before[each], after[each]));
    return differing
      .map((each) => changeOf({ name: each, before: before[each], after: after[each] }))
      .join(" ");
  }
  return `\`${name}\` is ${shown(after)}; it was ${shown(before)}.`;
}

/** What the old value has and the new one has not: items of a list, or else the value. */
export function lostOf({ after, before }: ChangedValue): JsonValue[] {
  return before === undefined ? [] : lacking(before, after);
}

/** What the new value has and the old one has not: items of a list, or else the value. */
export function gainedOf({ after, before }: ChangedValue): JsonValue[] {
  return after === undefined ? [] : lacking(after, before);
}

function lacking(value: JsonValue, other: JsonValue | undefined): JsonValue[] {
  if (!Array.isArray(value) || !Array.isArray(other)) return isEqual(value, other) ? [] : [value];
  const known = new Set(other.map(canonicalText));
  return value.filter((item) => !known.has(canonicalText(item)));
}

/** A value, cut at 60 characters. */
function shown(value: JsonValue | undefined): string {
  const text = JSON.stringify(value ?? null);
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
