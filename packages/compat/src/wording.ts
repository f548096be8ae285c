import {
  type Contract,
  isEqual,
  isObject,
  isWithin,
  type JsonValue,
  parsePointer,
} from "@workflow-api/contract";
import type { Difference } from "./differences.ts";
import { lacking } from "./rewritings.ts";

/** Field names of OpenAPI that tell a reader nothing. */
const silent = new Set(["content", "schema", "properties", "$ref", "components", "paths"]);

/**
 * A place in words: `/paths/~1cages/get/parameters/0/schema/items` is `listCages, query parameter
 * limit, items`.
 */
export function subjectOf({ operations }: Contract, pointer: string): string {
  const operation = operations.find((each) => isWithin(pointer, each.pointer));
  const parameter = operations
    .flatMap(({ parameters }) => parameters)
    .find((each) => isWithin(pointer, each.pointer));
  const start = parameter?.pointer ?? operation?.pointer ?? "";
  const words = parsePointer(pointer.slice(start.length)).filter((token) => !silent.has(token));
  const [root, path] = parsePointer(pointer);
  // `schemas Book` reads as `schema Book`.
  const title = parameter && `${parameter.in} parameter ${parameter.name}`;
  const parts = [
    operation?.operationId ?? (start !== "" && root === "paths" ? path : undefined),
    title,
    words
      .join(" ")
      .replace(/^requestBodies /, "requestBody ")
      .replace(/^([a-z]\w+)s (?=.)/, "$1 "),
  ];
  return parts.filter((part) => part).join(", ") || "The contract";
}

/** The name of the part of a document around a pointer: a component or an operation. */
export function ownerIn({ operations }: Contract, pointer: string): string {
  const [root = "", kind, name] = parsePointer(pointer);
  const operation = operations.find((each) => isWithin(pointer, each.pointer));
  if (operation !== undefined) return operation.operationId;
  return (root === "components" ? name : root === "paths" ? kind : root) ?? root;
}

/** The pointer of the parent. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** A part that exists or not, and the JSON Pointer of its parent. */
interface Whole {
  readonly name: string;
  readonly holder: string;
}

/** The part that a difference adds or removes. `undefined`: it is about a keyword. */
export function wholeOf({ code, keyword, part }: Difference, pointer: string): Whole | undefined {
  const [last = "", parent = ""] = parsePointer(pointer).toReversed();
  const holder = parentOf(parentOf(pointer));
  if (parent === "responses" && last === code) return { name: `Response \`${last}\``, holder };
  if (keyword === "path")
    return { name: `Operation \`${last.toUpperCase()} ${parent}\``, holder: pointer };
  if (keyword === "in" && part === "body") return { name: "The request body", holder: pointer };
  const [place = "", name = last] = keyword === "in" ? part.split(" ") : [keyword];
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
  if (isObject(before) && isObject(after)) {
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
  const [own, others] = [lacking(before, after), lacking(after, before)];
  const [lost, got] = [own.map(shown).join(", "), others.map(shown).join(", ")];
  if (lost !== "" && lost === got) {
    const details = own.map((item, index) => changeOf("item", item, others[index]));
    return `has changed in ${lost}: ${details.join(" ").slice(0, -1)}`;
  }
  const parts = [...(lost ? [`lost ${lost}`] : []), ...(got ? [`got ${got}`] : [])];
  if (parts.length > 0) return parts.join(" and ");
  if (isEqual(before, after)) return "refers to what has changed";
  return before.length === after.length ? "has another order" : "repeats other items";
}

/** A value, of a server its URL, cut at 60 characters. */
function shown(value: JsonValue | undefined): string {
  const brief = isObject(value) ? (value["url"] ?? value) : value;
  const text = brief === undefined ? "nothing" : JSON.stringify(brief);
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
