import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  valueAt,
} from "@workflow-api/contract";
import { type Node, nodesOf, withName, withNode } from "./edit.ts";
import type { Mutant } from "./mutant.ts";
import { operators } from "./operators/index.ts";

/**
 * Every first-order mutant of a contract: each operator at each place where it applies, and each single edit of the
 * tree (delete, alter, empty, rename a node). Two ways to the same document are one mutant.
 */
export function mutantsOf(document: JsonObject): Mutant[] {
  const found = new Map<string, Mutant>();
  for (const node of nodesOf(document)) {
    for (const mutant of [...operated(document, node), ...edited(document, node)]) {
      const difference = differenceOf(document, mutant.document, "");
      if (difference !== undefined && !found.has(difference)) found.set(difference, mutant);
    }
  }
  return [...found.values()];
}

/** What makes a document another one: the smallest part that holds every difference. `undefined`: nothing does. */
function differenceOf(one: JsonValue, other: JsonValue, pointer: string): string | undefined {
  if (one === other) return undefined;
  const told = (): string | undefined =>
    JSON.stringify(one) === JSON.stringify(other) ? undefined : `${pointer} ${JSON.stringify(other)}`;
  const names = namesOf(one);
  if (names.join("\n") !== namesOf(other).join("\n")) return told();
  const [name, ...more] = names.filter((each) => memberOf(one, each) !== memberOf(other, each));
  const before = name === undefined ? undefined : memberOf(one, name);
  const after = name === undefined ? undefined : memberOf(other, name);
  if (more.length > 0 || name === undefined || before === undefined || after === undefined) return told();
  return differenceOf(before, after, appendPointer(pointer, name));
}

function namesOf(value: JsonValue): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

function memberOf(value: JsonValue, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(name)];
  return isObject(value) ? value[name] : undefined;
}

function* operated(document: JsonObject, { pointer, value }: Node): Generator<Mutant> {
  const name = parsePointer(pointer).at(-1) ?? "";
  const parent = valueAt(document, pointer.slice(0, pointer.lastIndexOf("/")));
  for (const { operator, changes } of operators) {
    for (const changed of changes({ name, value, parent }))
      yield create(operator, pointer, value, changed, withNode(document, pointer, changed));
  }
}

function* edited(document: JsonObject, { pointer, value }: Node): Generator<Mutant> {
  yield create("delete", pointer, value, undefined, withNode(document, pointer, undefined));
  for (const altered of alterations(value))
    yield create("alter", pointer, value, altered, withNode(document, pointer, altered));
  const empty = emptied(value);
  if (empty !== undefined) yield create("empty", pointer, value, empty, withNode(document, pointer, empty));
  const parent = valueAt(document, pointer.slice(0, pointer.lastIndexOf("/")));
  const name = parsePointer(pointer).at(-1) ?? "";
  if (isObject(parent)) {
    yield { ...create("rename", pointer, name, `${name}_`, withName(document, pointer, `${name}_`)) };
  }
}

function alterations(value: JsonValue): JsonValue[] {
  if (typeof value === "string") return [`${value}_`];
  if (typeof value === "number") return [value + 1];
  if (typeof value === "boolean") return [!value];
  if (Array.isArray(value) && value.length > 1) return [value.toReversed()];
  return [];
}

function emptied(value: JsonValue): JsonValue | undefined {
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : undefined;
}

function create(
  operator: string,
  pointer: string,
  before: JsonValue,
  after: JsonValue | undefined,
  document: JsonObject,
): Mutant {
  const change = `${shortened(before)} → ${after === undefined ? "nothing" : shortened(after)}`;
  return { operator, pointer, change, document };
}

function shortened(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
