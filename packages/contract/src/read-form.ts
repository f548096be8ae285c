import { formPairs } from "./form-body.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import type { Encoding, FormField, MediaType } from "./model.ts";
import { type ParsedParameter, parseParameter } from "./parse-parameter.ts";

/**
 * Reads a form from the wire: the reverse of how `requestFor` sends it. A field that its schema calls a number, a flag, a
 * list or an object becomes one if it can; any other stays text. Fields that the schema does not have stay too.
 */
export function readForm(
  media: Pick<MediaType, "encoding" | "fieldPatterns" | "fields" | "mediaType">,
  came: string,
): JsonObject {
  const pairs = formPairs(media, came);
  const declared = [...media.fields].flatMap(([name, field]) => {
    const value = readField(pairs, { name, ...field }, media.encoding.get(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  const taken = new Set(declared.flatMap(([name, value]) => namesOf(media, name, value)));
  const others = new Set(pairs.map(([name]) => name).filter((name) => !taken.has(name)));
  const undeclared = [...others].map((name) => [name, readField(pairs, { name, ...fieldLike(media, name) })]);
  return { ...Object.fromEntries(undeclared), ...Object.fromEntries(declared) };
}

/** The names of the pairs that a field is made of. */
function namesOf({ encoding }: Pick<MediaType, "encoding">, name: string, value: JsonValue): string[] {
  const { style, explode = style === "form" } = encoding.get(name) ?? {};
  if (!isObject(value)) return [name];
  if (style === "deepObject") return Object.keys(value).map((member) => `${name}[${member}]`);
  return style !== undefined && explode ? Object.keys(value) : [name];
}

function fieldLike({ fieldPatterns }: Pick<MediaType, "fieldPatterns">, name: string): FormField {
  const fitting = fieldPatterns.find(({ pattern }) => new RegExp(pattern, "u").test(name));
  return fitting ?? { types: [], itemTypes: [], memberTypes: new Map(), mediaType: undefined };
}

interface NamedField extends FormField {
  readonly name: string;
}

type Pairs = readonly (readonly [string, string])[];

function readField(pairs: Pairs, field: NamedField, encoding?: Encoding): JsonValue | undefined {
  if (encoding?.style !== undefined) return readStyled(pairs, field, encoding);
  const { name, types, itemTypes } = field;
  const texts = pairs.flatMap(([key, text]) => (key === name ? [text] : []));
  const [last] = texts.slice(-1);
  if (last === undefined) return undefined;
  if (types.includes("array")) return texts.map((text) => readText(text, itemTypes));
  return readText(last, types);
}

function readStyled(
  pairs: Pairs,
  { name, types, itemTypes, memberTypes }: NamedField,
  encoding: Encoding,
): JsonValue | undefined {
  const { style = "form", explode = style === "form" } = encoding;
  const shape = types.includes("array") ? "array" : types.includes("object") ? "object" : "primitive";
  const parsed = parseParameter(
    { name, in: "query", style, explode, mediaType: undefined, shape },
    pairs.map(([key, text]) => `${encodeURIComponent(key)}=${encoded(text, explode)}`).join("&"),
  );
  if (parsed === undefined) return undefined;
  if (typeof parsed === "string") return readText(parsed, types);
  if (isList(parsed)) return parsed.map((text) => readText(text, itemTypes));
  return Object.fromEntries(
    Object.entries(parsed).map(([key, text]) => [key, readText(text, memberTypes.get(key) ?? [])]),
  );
}

/** In a form the commas between items travel encoded, as all that is text does. */
function encoded(text: string, explode: boolean): string {
  return explode ? encodeURIComponent(text) : encodeURIComponent(text).replaceAll("%2C", ",");
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
