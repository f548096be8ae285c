import type { Contract } from "@workflow-api/contract";
import {
  canonicalText,
  isEqual,
  isObject,
  type JsonValue,
  parsePointer,
  valueAt,
} from "@workflow-api/contract/json";

/** Field names of OpenAPI that tell a reader nothing. */
const silent = new Set(["content", "schema", "properties", "$ref", "components", "paths"]);

/** What a sentence is about. */
export interface Subject {
  /** The operation or the component: `listCages`, `schema Cage`. */
  readonly owner: string;
  /** The part of it: `query parameter limit, items`. The empty string: the whole. */
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
  const operation = [...contract.operations, ...contract.omitted].find(
    (each) => each.pointer === operationPointer,
  );
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
    return { owner: operation?.operationId ?? path, rest };
  if (title !== "") return { owner: title, rest: text };
  const [, owner = text || "The contract", inner = ""] = /^(\S+ \S+)(?: (.+))?$/.exec(text) ?? [];
  return { owner, rest: inner };
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

/** The old and the new value of a member, as sentences. */
export function changeOf(
  name: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): string {
  if (isEqual(before, after)) return `\`${name}\` has changed.`;
  if (after === undefined) return `\`${name}\` was removed; it was ${shown(before)}.`;
  if (before === undefined) return `\`${name}\` was added: ${shown(after)}.`;
  if (Array.isArray(before) && Array.isArray(after)) {
    const lost = lacking(before, after).map(shown).join(", ");
    const got = lacking(after, before).map(shown).join(", ");
    // Long items may differ where they are cut.
    if (lost === got) return `\`${name}\` has changed.`;
    const parts = [...(lost ? [`lost ${lost}`] : []), ...(got ? [`got ${got}`] : [])];
    return `\`${name}\` ${parts.join(" and ")}.`;
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const differing = names.filter((each) => !isEqual(before[each], after[each]));
    return differing.map((each) => changeOf(each, before[each], after[each])).join(" ");
  }
  return `\`${name}\` is ${shown(after)}; it was ${shown(before)}.`;
}

/** The items of a list that another one lacks. */
function lacking(list: readonly JsonValue[], other: readonly JsonValue[]): JsonValue[] {
  const known = new Set(other.map(canonicalText));
  return list.filter((item) => !known.has(canonicalText(item)));
}

/** A value, cut at 60 characters. */
function shown(value: JsonValue | undefined): string {
  const text = JSON.stringify(value ?? null);
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
