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

/** The mistakes that people make in contracts: what may stand in place of a value. */
type Mistakes = (value: JsonValue) => readonly (JsonValue | undefined)[];

const dropped: Mistakes = () => [undefined];
const moved: Mistakes = (value) => [undefined, Number(value) + 1, Math.max(0, Number(value) - 1)];
const shortened: Mistakes = (value) =>
  Array.isArray(value) ? value.map((_, at) => value.toSpliced(at, 1)) : [];

const types = ["string", "integer", "number", "boolean", "array", "object"];

/** By the name of the member. */
const mistakes: Readonly<Record<string, Mistakes>> = {
  type: () => types,
  const: (value) => [undefined, typeof value === "number" ? value + 1 : `${value}_`],
  enum: (value) => [undefined, ...shortened(value)],
  required: (value) => (Array.isArray(value) ? shortened(value) : [!value]),
  security: shortened,
  oneOf: shortened,
  anyOf: shortened,
  allOf: shortened,
  minimum: moved,
  maximum: moved,
  minLength: moved,
  maxLength: moved,
  minItems: moved,
  maxItems: moved,
  pattern: dropped,
  items: dropped,
  content: dropped,
};

/** The same by the name of what holds the member. */
const mistakesWithin: Readonly<Record<string, Mistakes>> = {
  properties: dropped,
  parameters: dropped,
  headers: dropped,
  responses: dropped,
  "x-includes": (value) => [undefined, `${value}_`],
};

/** Every mutant of a contract that a request or a response can tell from it. */
export function mutantsOf(document: JsonObject): Mutant[] {
  return membersOf(document, "").flatMap((member) => {
    const { above, name, pointer, value } = member;
    const mistakesOf = mistakesWithin[above[0] ?? ""] ?? mistakes[name];
    return (mistakesOf?.(value) ?? [])
      .filter((changed) => JSON.stringify(changed) !== JSON.stringify(value))
      .filter((changed) => !isEquivalent(member, changed))
      .map((changed) => {
        const mutated = replaceAt(document, pointer, changed);
        return { pointer, changed, document: mutated };
      });
  });
}

/** Whether nothing can tell a change from the original. */
function isEquivalent({ above, name, parent }: Member, changed: JsonValue | undefined): boolean {
  // The status of a response stands for others if there is a range or a default.
  if (above[0] === "responses") return !/^\d{3}$/.test(name);
  if (name !== "type" || !isObject(parent)) return false;
  // The type of a security scheme is none of a value. A constant beside it may be an integer.
  const isScheme = "scheme" in parent || "in" in parent;
  return isScheme || ("const" in parent && changed === "number");
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
