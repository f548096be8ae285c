import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  replaceAt,
} from "@workflow-api/contract/json";

/** A contract with one thing changed. */
export interface Mutant {
  /** What was done: the name of an operator. */
  readonly operator: string;
  /** Where, as a JSON Pointer of the original. */
  readonly pointer: string;
  /** What is there now; `undefined`: nothing. */
  readonly changed: JsonValue | undefined;
  readonly document: JsonObject;
}

/** A member of a document, and its place. */
interface Member {
  readonly pointer: string;
  readonly name: string;
  readonly value: JsonValue;
  readonly parent: JsonValue;
  /** The names of its parent, of what holds that, and so on. */
  readonly above: readonly string[];
}

/** A kind of mistake that people make in contracts: what it puts in place of a member. */
type Operator = (member: Member) => readonly (JsonValue | undefined)[];

const types = ["string", "integer", "number", "boolean", "array", "object"];
const bounds = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
];
/** The members that are dropped, by their names. */
const droppable = [
  ...bounds,
  "type",
  "pattern",
  "enum",
  "const",
  "items",
  "format",
  "content",
  "x-identifies",
  "additionalProperties",
];
/** The members that are dropped, by the names of what holds them. */
const containers = ["properties", "parameters", "headers", "x-includes"];
/** The arrays whose items are dropped. */
const lists = ["enum", "required", "oneOf", "anyOf", "allOf", "security"];

/** The operators, by name. */
export const operators: Readonly<Record<string, Operator>> = {
  drop: (member) => (isDropped(member) ? [undefined] : []),
  "drop an item": ({ name, value }) =>
    lists.includes(name) && Array.isArray(value)
      ? value.map((_, at) => value.toSpliced(at, 1))
      : [],
  "drop a scheme": ({ above }) => (above[1] === "security" ? [undefined] : []),
  "need no credentials": ({ name, value }) =>
    name === "security" && Array.isArray(value) ? [[...value, {}]] : [],
  flip: ({ name, value }) =>
    ["required", "explode"].includes(name) && typeof value === "boolean" ? [!value] : [],
  "change a type": ({ name, parent, value }) =>
    name === "type" && !isScheme(parent) ? types.filter((type) => type !== value) : [],
  "allow null": ({ name, parent, value }) =>
    name === "type" && !isScheme(parent) && !isListed(parent) ? [[`${value}`, "null"]] : [],
  "move a bound": ({ name, value }) =>
    bounds.includes(name) ? [Number(value) + 1, Math.max(0, Number(value) - 1)] : [],
  "change a constant": ({ name, value }) =>
    name === "const" ? [typeof value === "number" ? value + 1 : `${value}_`] : [],
  "add a value": ({ name, value }) =>
    name === "enum" && Array.isArray(value) ? [[...value, `${value[0]}`.toUpperCase()]] : [],
  "change an include": ({ above, value }) => (above[0] === "x-includes" ? [`${value}_`] : []),
  "loosen a pattern": ({ name, value }) =>
    name === "pattern" ? [`${value}`.replace(/^\^/, ""), `${value}`.replace(/\$$/, "")] : [],
};

function isDropped({ above: [holder = ""], name, parent, value }: Member): boolean {
  if (containers.includes(holder)) return true;
  if (holder === "responses") return /^\d{3}$/.test(name);
  const isBase = name === "type" && (isListed(parent) || isScheme(parent));
  return droppable.includes(name) && typeof value !== "boolean" && !isBase;
}

function isListed(schema: JsonValue): boolean {
  return isObject(schema) && ("enum" in schema || "const" in schema);
}

/** Whether this is a security scheme, whose type is no type of a value. */
function isScheme(parent: JsonValue): boolean {
  return isObject(parent) && ("scheme" in parent || "in" in parent);
}

/** Every mutant of a contract: each operator at each place where it applies. */
export function mutantsOf(document: JsonObject): Mutant[] {
  return membersOf(document, "").flatMap((member) => {
    const { above, pointer, value } = member;
    // The name of a property is no keyword.
    const isProperty = above[0] === "properties";
    return Object.entries(operators)
      .filter(([operator]) => operator === "drop" || !isProperty)
      .flatMap(([operator, changesOf]) =>
        changesOf(member)
          .filter((changed) => JSON.stringify(changed) !== JSON.stringify(value))
          .map((changed) => {
            const mutated = replaceAt(document, pointer, changed);
            return { operator, pointer, changed, document: mutated };
          }),
      );
  });
}

function membersOf(parent: JsonValue, pointer: string): Member[] {
  if (typeof parent !== "object" || parent === null) return [];
  return Object.entries(parent).flatMap(([name, value = null]) => {
    const at = appendPointer(pointer, name);
    const above = parsePointer(pointer).toReversed();
    // The values of examples are data, and no part of the contract's structure.
    const isData = /\/examples\/[^/]+\/value$|\/examples\/\d+$/.test(at);
    return [{ pointer: at, name, value, parent, above }, ...(isData ? [] : membersOf(value, at))];
  });
}
