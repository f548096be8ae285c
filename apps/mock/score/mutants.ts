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
const flipped: Mistakes = (value) => [!value];
const moved: Mistakes = (value) => [undefined, Number(value) + 1, Math.max(0, Number(value) - 1)];
const shortened: Mistakes = (value) =>
  toArray(value).map((_, at) => toArray(value).toSpliced(at, 1));

function lengthened(values: JsonValue): JsonValue[] {
  return [...toArray(values), `${toArray(values)[0]}`.toUpperCase()];
}

function toArray(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

const types = ["string", "integer", "number", "boolean", "array", "object"];

/** By the name of the member. */
const mistakes: ReadonlyMap<string, Mistakes> = new Map<string, Mistakes>([
  ["type", (value) => [undefined, ...types, [String(value), "null"]]],
  ["const", (value) => [undefined, typeof value === "number" ? value + 1 : `${value}_`]],
  ["enum", (value) => [undefined, ...shortened(value), lengthened(value)]],
  ["pattern", (value) => [undefined, `${value}`.replace(/^\^/, ""), `${value}`.replace(/\$$/, "")]],
  ["required", (value) => (Array.isArray(value) ? shortened(value) : flipped(value))],
  ["security", (value) => [...shortened(value), [...toArray(value), {}]]],
  ["explode", flipped],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].map(movedBound),
  ...["minLength", "maxLength", "minItems", "maxItems"].map(movedBound),
  ...["oneOf", "anyOf", "allOf"].map((name) => [name, shortened] as const),
  ...["items", "format", "content"].map((name) => [name, dropped] as const),
]);

function movedBound(name: string): readonly [string, Mistakes] {
  return [name, moved];
}

/** The same by the name of what holds the member. */
const mistakesWithin: ReadonlyMap<string, Mistakes> = new Map<string, Mistakes>([
  ["properties", dropped],
  ["parameters", dropped],
  ["headers", dropped],
  ["x-includes", (value) => [undefined, `${value}_`]],
  ["responses", dropped],
]);

/** Every mutant of a contract that a request or a response can tell from it. */
export function mutantsOf(document: JsonObject): Mutant[] {
  return membersOf(document, "").flatMap((member) => {
    const { above, name, pointer, value } = member;
    const [holder = "", list] = above;
    const isScheme = list === "security";
    const mistakesOf = isScheme ? dropped : (mistakesWithin.get(holder) ?? mistakes.get(name));
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
  const { const: constant, enum: values, format, in: place, pattern, scheme } = toObject(parent);
  // The status of a response stands for others if there is a range or a default.
  if (above[0] === "responses") return !/^\d{3}$/.test(name);
  // Beside a pattern, the format of a UUID says nothing more; and nearly the reverse.
  if (format === "uuid" && pattern !== undefined && name !== "type")
    return name === "format" || (name === "pattern" && changed !== undefined);
  if (name !== "type") return false;
  // This is no type of a value, but of a security scheme.
  if (scheme !== undefined || place !== undefined) return true;
  // The values beside it have the type. A parameter is a string, which may be "null".
  const isListed = constant !== undefined || values !== undefined;
  const isWidened = changed === undefined || Array.isArray(changed);
  const isParameter = Array.isArray(changed) && above.includes("parameters");
  return isParameter || (isListed && (isWidened || changed === "number"));
}

function toObject(value: JsonValue): JsonObject {
  return isObject(value) ? value : {};
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
