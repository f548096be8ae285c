import { isJson, isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { canonicalSchema, type Sender, sorted } from "./canonical-schema.ts";
import { members } from "./follow.ts";
import { judgeOf } from "./implied.ts";

/** A parameter as a request shows it, without the values that its scenarios have for it. */
export function parameterForm(document: JsonObject, parameter: JsonObject): JsonObject {
  const place = parameter["in"] ?? "header";
  const style = parameter["style"] ?? (place === "query" || place === "cookie" ? "form" : "simple");
  const schema = asText(canonicalSchema(document, parameter["schema"]));
  return {
    required: parameter["required"] === true,
    // The mock's engine answers with a header that tells what was sent of it.
    deprecated: parameter["deprecated"] === true,
    style,
    // The one form of deepObject is exploded.
    explode: style === "deepObject" || (parameter["explode"] ?? style === "form"),
    allowReserved: parameter["allowReserved"] === true,
    allowEmptyValue: parameter["allowEmptyValue"] === true,
    schema: place === "path" ? inSegment(schema) : schema,
    content: contentForm(document, parameter["content"], "client"),
    example: parameter["example"] ?? null,
    includes: parameter["x-includes"] ?? null,
  };
}

/** A header of a response. Which of its examples is sent is the choice of the first. */
export function headerForm(document: JsonObject, header: JsonObject): JsonValue {
  const form = parameterForm(document, header);
  const schema = canonicalSchema(document, header["schema"]);
  // The mock's engine tells of an example that is none, even where any text would do.
  const isFit = isObject(schema) ? judgeOf(schema)(header["example"] ?? null) : schema;
  return [{ ...form, schema: ofAnyText(form["schema"] ?? true) }, examplesForm(document, header), isFit];
}

/** The representations of a body. Their order decides which comes if any will do. */
export function contentForm(
  document: JsonObject,
  content: JsonValue | undefined,
  sender: Sender,
): JsonValue[][] {
  return members(document, content).map(([mediaType, media]) => {
    const schema = canonicalSchema(document, media["schema"], { sender });
    return [
      mediaType,
      isJson(mediaType) ? schema : asText(asFields(schema)),
      examplesForm(document, media),
      media["encoding"] ?? null,
    ];
  });
}

function examplesForm(document: JsonObject, holder: JsonObject): JsonValue {
  const examples = members(document, holder["examples"]).map(([name, example]) => [
    name,
    example["value"] ?? null,
  ]);
  return [holder["example"] ?? null, examples];
}

/** A segment of a path is never empty, and so it is never null. */
function inSegment(schema: JsonValue): JsonValue {
  if (!isObject(schema)) return schema;
  const { minLength, type, ...rest } = schema;
  const types = Array.isArray(type) ? type.filter((name) => name !== "null") : type;
  return orTrue({
    ...rest,
    ...(types !== undefined && { type: alone(types) }),
    ...(minLength !== undefined && minLength !== 1 && { minLength }),
  });
}

/** Text is always text, and where it may be any it is never null; an empty one may be, where it may not. */
function asText(schema: JsonValue): JsonValue {
  if (!isObject(schema)) return schema;
  const { items, properties, type, ...rest } = schema;
  const isText = [type].flat().includes("string");
  const types = isText && Array.isArray(type) ? type.filter((name) => name !== "null") : type;
  const item = items === undefined ? true : asText(items);
  return orTrue({
    ...rest,
    ...(item !== true && { items: item }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, asText(member ?? true)]),
      ),
    }),
    ...(types !== undefined && alone(types) !== "string" && { type: alone(types) }),
  });
}

/** A field of a form is a list if it has items, whether its type says so or not. */
function asFields(schema: JsonValue): JsonValue {
  if (!isObject(schema) || !isObject(schema["properties"])) return schema;
  const fields = Object.entries(schema["properties"]).map(([name, field]): [string, JsonValue] => {
    const isList = isObject(field) && field["items"] !== undefined;
    return [name, isList ? { type: "array", ...field } : (field ?? true)];
  });
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** Any text is a list of any texts, and an object of any members. */
function ofAnyText(schema: JsonValue): JsonValue {
  const { type, ...rest } = isObject(schema) ? schema : {};
  return (type === "array" || type === "object") && Object.keys(rest).length === 0 ? true : schema;
}

function alone(types: JsonValue): JsonValue {
  return Array.isArray(types) && types.length === 1 ? (types[0] ?? null) : types;
}

function orTrue(schema: JsonObject): JsonValue {
  return Object.keys(schema).length === 0 ? true : sorted(schema);
}
