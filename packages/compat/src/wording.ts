import type { Contract, Parameter } from "@workflow-api/contract";
import {
  canonicalText,
  isEqual,
  isObject,
  type JsonValue,
  parsePointer,
} from "@workflow-api/contract/json";
import type { Difference } from "./aspect-differences.ts";
import type { AnyOperation } from "./counterpart.ts";

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
  const { operation, parameter } = placedAt(contract, pointer);
  const start = parameter?.pointer ?? operation?.pointer ?? "";
  const words = parsePointer(pointer.slice(start.length)).filter((token) => !silent.has(token));
  const title = parameter && `${parameter.in} parameter ${parameter.name}`;
  // `schemas Book` reads as `schema Book`.
  const text = words
    .join(" ")
    .replace(/^requestBodies /, "requestBody ")
    .replace(/^([a-z]\w+)s (?=.)/, "$1 ");
  const [root, path = ""] = parsePointer(pointer);
  if (operation !== undefined || (parameter !== undefined && root === "paths"))
    return { owner: operation?.operationId ?? path, rest: joined(title, text) };
  if (title !== undefined) return { owner: title, rest: text };
  const [, owner = text || "The contract", rest = ""] = /^(\S+ \S+)(?: (.+))?$/.exec(text) ?? [];
  return { owner, rest };
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part).join(", ");
}

/** The operations and parameters of a contract, by JSON Pointer. */
interface Places {
  readonly operations: ReadonlyMap<string, AnyOperation>;
  readonly parameters: ReadonlyMap<string, Parameter>;
}

const places = new WeakMap<Contract, Places>();

/** The operation and the parameter around a place. */
function placedAt(contract: Contract, pointer: string) {
  const known = places.get(contract) ?? {
    operations: byPointer([...contract.operations, ...contract.omitted]),
    parameters: byPointer(contract.operations.flatMap(({ parameters }) => parameters)),
  };
  places.set(contract, known);
  const tokens = pointer.split("/");
  const around = tokens.map((_, index) => tokens.slice(0, index + 1).join("/"));
  const [operation] = around.flatMap((each) => known.operations.get(each) ?? []);
  const [parameter] = around.flatMap((each) => known.parameters.get(each) ?? []);
  return { operation, parameter };
}

function byPointer<Placed extends { readonly pointer: string }>(
  parts: readonly Placed[],
): Map<string, Placed> {
  return new Map(parts.map((each) => [each.pointer, each]));
}

/** The pointer of the parent. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** A part that exists or not, and the JSON Pointer of its parent. */
interface Part {
  readonly name: string;
  readonly holder: string;
}

/** The part that a difference adds or removes. `undefined`: it is about a keyword. */
export function partOf({ code, keyword, part }: Difference, pointer: string): Part | undefined {
  const [last = "", parent = ""] = parsePointer(pointer).toReversed();
  const holder = parentOf(parentOf(pointer));
  if (parent === "responses" && last === code) return { name: `Response \`${last}\``, holder };
  if (keyword === "schemas" || keyword === "mapping")
    return { name: `Schema \`${last}\``, holder: "" };
  if (keyword === "path")
    return { name: `Operation \`${last.toUpperCase()} ${parent}\``, holder: pointer };
  if (keyword === "in" && part === "body") return { name: "The request body", holder: pointer };
  const [, place = keyword, name = last] = (keyword === "in" && /^(\S+) (.+)$/.exec(part)) || [];
  const noun = nouns.get(place);
  return noun === undefined ? undefined : { name: `${noun} \`${name}\``, holder };
}

const nouns: ReadonlyMap<string, string> = new Map([
  ["callbacks", "Callback"],
  ["content", "Media type"],
  ["header", "Header"],
  ["path", "Path parameter"],
  ["properties", "Property"],
  ["query", "Query parameter"],
  ["webhooks", "Webhook"],
]);

/**
 * The old and the new value of a member, as sentences.
 *
 * @param oldName - Its old name: `minimum`, where the new contract has `exclusiveMinimum`.
 */
export function changeOf(
  name: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  oldName: string = name,
): string {
  if (Array.isArray(before) && Array.isArray(after) && name === oldName)
    return `\`${name}\` ${differenceOf(before, after)}.`;
  if (isObject(before) && isObject(after) && name !== "not") {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const differing = names.filter((each) => !isEqual(before[each], after[each]));
    return differing.map((each) => changeOf(each, before[each], after[each])).join(" ");
  }
  if (after === undefined) return `\`${name}\` was removed; it was ${shown(before)}.`;
  if (before === undefined) return `\`${name}\` was added: ${shown(after)}.`;
  if (name === oldName) return `\`${name}\` is ${shown(after)}; it was ${shown(before)}.`;
  return isEqual(before, after)
    ? `\`${name}\` replaces \`${oldName}\`: ${shown(after)}.`
    : `\`${name}\` is ${shown(after)}; \`${oldName}\` was ${shown(before)}.`;
}

/** The items that one list has and the other lacks. */
function differenceOf(before: readonly JsonValue[], after: readonly JsonValue[]): string {
  const missing = lacking(before, after);
  const added = lacking(after, before);
  const lost = missing.map(shown).join(", ");
  const got = added.map(shown).join(", ");
  if (lost !== "" && lost === got) {
    const details = missing.map((item, index) => changeOf("item", item, added[index]));
    return `has changed in ${lost}: ${details.join(" ").slice(0, -1)}`;
  }
  const parts = [...(lost ? [`lost ${lost}`] : []), ...(got ? [`got ${got}`] : [])];
  if (parts.length > 0) return parts.join(" and ");
  if (isEqual(before, after)) return "refers to what has changed";
  return before.length === after.length ? "has another order" : "repeats other items";
}

/** The items of a list that another one lacks. */
function lacking(list: readonly JsonValue[], other: readonly JsonValue[]): JsonValue[] {
  const known = new Set(other.map(canonicalText));
  return list.filter((item) => !known.has(canonicalText(item)));
}

/** A value, of a server its URL, cut at 60 characters. */
function shown(value: JsonValue | undefined): string {
  const brief = isObject(value) ? (value["url"] ?? value) : value;
  const text = brief === undefined ? "nothing" : JSON.stringify(brief);
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
