import { formPairs } from "./form-body.ts";
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { Contract, Encoding, FormField, MediaType, SchemaModel } from "./model.ts";
import { type ParsedParameter, parseParameter } from "./parse-parameter.ts";

/**
 * Reads a form from the wire: the reverse of how `requestFor` sends it. A field that its schema calls a number, a flag, a
 * list or an object becomes one if it can; any other stays text. Fields that the schema does not have stay too.
 */
export function readForm(
  media: Pick<MediaType, "encoding" | "fields" | "mediaType">,
  came: string,
): JsonObject {
  const pairs = formPairs(media, came);
  const declared = [...media.fields].flatMap(([name, field]) => {
    const value = readField(pairs, { name, ...field }, media.encoding.get(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  const known = new Set(declared.map(([name]) => name));
  const others = pairs.filter(([name]) => !known.has(name.replace(/\[.*$/s, "")));
  return { ...Object.fromEntries(others), ...Object.fromEntries(declared) };
}

/** The fields that the schema of a form declares. */
export function formFields(
  { resolve }: Pick<Contract, "resolve">,
  form: Pick<SchemaModel, "schema" | "pointer">,
): Map<string, FormField> {
  const { schema, pointer } = resolve(form.schema, form.pointer);
  const properties = isObject(schema) ? schema["properties"] : undefined;
  const declared = Object.entries(isObject(properties) ? properties : {});
  return new Map(
    declared.map(([name, property = true]) => {
      const at = resolve(asSchema(property), appendPointer(pointer, "properties", name));
      const items = isObject(at.schema) ? (at.schema["items"] ?? true) : true;
      const item = resolve(asSchema(items), appendPointer(at.pointer, "items"));
      return [name, { types: typesOf(at.schema), itemTypes: typesOf(item.schema) }];
    }),
  );
}

interface NamedField extends FormField {
  readonly name: string;
}

type Pairs = readonly (readonly [string, string])[];

function readField(
  pairs: Pairs,
  { name, types, itemTypes }: NamedField,
  encoding: Encoding | undefined,
): JsonValue | undefined {
  const texts = pairs.flatMap(([key, text]) => (key === name ? [text] : []));
  if (encoding?.style !== undefined) return readStyled(pairs, { name, types, itemTypes }, encoding);
  const [last] = texts.slice(-1);
  if (last === undefined) return undefined;
  if (types.includes("array")) return texts.map((text) => readText(text, itemTypes));
  return readText(last, types);
}

function readStyled(
  pairs: Pairs,
  { name, types, itemTypes }: NamedField,
  encoding: Encoding,
): JsonValue | undefined {
  const { style = "form", explode = style === "form" } = encoding;
  const shape = types.includes("array") ? "array" : types.includes("object") ? "object" : "primitive";
  const parsed = parseParameter(
    { name, in: "query", style, explode, mediaType: undefined, shape },
    new URLSearchParams(pairs.map(([key, text]): [string, string] => [key, text])).toString(),
  );
  if (parsed === undefined) return undefined;
  if (typeof parsed === "string") return readText(parsed, types);
  return isList(parsed) ? parsed.map((text) => readText(text, itemTypes)) : parsed;
}

function isList(parsed: ParsedParameter): parsed is readonly string[] {
  return Array.isArray(parsed);
}

/** What a text stands for, as far as the types of a schema tell. */
function readText(text: string, types: readonly string[]): JsonValue {
  if (types.length === 0 || types.includes("string")) return text;
  const isNumber = types.includes("number") || types.includes("integer");
  if (isNumber && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  const isJson = ["boolean", "null", "object", "array"].some((type) => types.includes(type));
  return isJson ? parseJson(text) : text;
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function typesOf(schema: JsonSchema): readonly string[] {
  if (!isObject(schema)) return [];
  const stated = [schema["type"]].flat().filter((type) => typeof type === "string");
  if (stated.length > 0) return stated;
  if (schema["items"] !== undefined) return ["array"];
  return schema["properties"] === undefined ? [] : ["object"];
}

function asSchema(value: JsonValue): JsonSchema {
  return isObject(value) || typeof value === "boolean" ? value : true;
}
