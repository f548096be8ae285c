import { formats } from "./example-texts.ts";
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { Contract } from "./model.ts";
import { placeholderOf } from "./placeholder.ts";

type Resolve = Contract["resolve"];

/** A schema as it stands in the bundled document, and where. */
interface Place {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

/** The same, its reference followed. */
interface Part extends Place {
  readonly schema: JsonObject;
}

/** How deep a value is made. What encloses itself ends there. */
const deepest = 8;

/**
 * A value that a client may well send for a schema: the one that it shows, or the smallest that has what it requires. A
 * text is a placeholder that is plainly one, such as `YOUR_ID`. It is made without trying: a schema may refuse it.
 * @param name What the value is called.
 */
export function exampleValue(resolve: Resolve, place: Place, name: string, depth = 0): JsonValue {
  const parts = partsOf(resolve, place);
  const inner = (each: Place, of: string): JsonValue => exampleValue(resolve, each, of, depth + 1);
  const shown = firstOf(parts, shownIn);
  if (shown !== undefined || depth > deepest) return shown ?? null;
  const type = firstOf(parts, ({ schema }) => [schema["type"]].flat().find((each) => each !== "null"));
  const members = parts.flatMap((part) => membersOf(part));
  if (type === "object" || members.length > 0) {
    const required = parts.flatMap(({ schema }) => [schema["required"]].flat());
    const needed = members.filter(([member]) => required.includes(member));
    const sent = needed.filter(([, each]) => !isReadOnly(resolve, each));
    return Object.fromEntries(sent.map(([member, each]) => [member, inner(each, member)]));
  }
  const option = firstOf(parts, (part) => childIn(part, "oneOf", 0) ?? childIn(part, "anyOf", 0));
  if (option !== undefined) return inner(option, name);
  const item = firstOf(parts, (part) => childIn(part, "items"));
  if (type === "array") {
    const length = limitOf(parts, "minItems") ?? 1;
    return item === undefined ? [] : Array.from({ length: Math.max(1, length) }, () => inner(item, name));
  }
  if (type === "integer" || type === "number") return limitOf(parts, "minimum") ?? 1;
  return type === "boolean" ? true : textOf(parts, name);
}

/** A schema and what its `allOf` adds. */
function partsOf(resolve: Resolve, place: Place, above: readonly string[] = []): Part[] {
  const { schema, pointer } = resolve(place.schema, place.pointer);
  if (!isObject(schema) || above.includes(pointer)) return [];
  const { allOf } = schema;
  const added = (Array.isArray(allOf) ? allOf : []).flatMap((_, index) => {
    const child = childIn({ schema, pointer }, "allOf", index);
    return child === undefined ? [] : partsOf(resolve, child, [...above, pointer]);
  });
  return [{ schema, pointer }, ...added];
}

function shownIn({ schema }: Part): JsonValue | undefined {
  const [example] = [schema["examples"]].flat();
  const [value] = [schema["enum"]].flat();
  return [schema["example"], example, schema["default"], schema["const"], value].find(
    (each) => each !== undefined,
  );
}

function isReadOnly(resolve: Resolve, place: Place): boolean {
  return partsOf(resolve, place).some(({ schema }) => schema["readOnly"] === true);
}

function limitOf(parts: readonly Part[], keyword: string): number | undefined {
  const limit = firstOf(parts, ({ schema }) => schema[keyword]);
  return typeof limit === "number" ? limit : undefined;
}

function textOf(parts: readonly Part[], name: string): string {
  const format = firstOf(parts, ({ schema }) => schema["format"]);
  const text = formats[String(format)] ?? placeholderOf(name);
  return text.padEnd(limitOf(parts, "minLength") ?? 0, "_").slice(0, limitOf(parts, "maxLength"));
}

function childIn({ schema, pointer }: Part, keyword: string, index?: number): Place | undefined {
  const held = index === undefined ? schema[keyword] : [schema[keyword]].flat()[index];
  const at = index === undefined ? [keyword] : [keyword, index];
  return isObject(held) ? { schema: held, pointer: appendPointer(pointer, ...at) } : undefined;
}

function membersOf({ schema, pointer }: Part): [string, Place][] {
  const { properties } = schema;
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, each]): [string, Place][] =>
    isObject(each) ? [[name, { schema: each, pointer: appendPointer(pointer, "properties", name) }]] : [],
  );
}

function firstOf<Value>(parts: readonly Part[], read: (part: Part) => Value | undefined): Value | undefined {
  return parts.map(read).find((each) => each !== undefined);
}
