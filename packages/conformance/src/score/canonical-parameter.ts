import { isJson, isObject, type JsonObject, type JsonValue, type Sender } from "@workflow-api/contract";
import { canonicalSchema } from "./canonical-schema.ts";
import { follow, members } from "./follow.ts";
import { judgeOf } from "./implied.ts";

import { sorted } from "./sorted.ts";
import { usesUnevaluated } from "./uses-unevaluated.ts";

/** A parameter as a request shows it, without the values that its scenarios have for it. */
export function parameterForm(document: JsonObject, parameter: JsonObject): JsonObject {
  const place = parameter["in"] ?? "header";
  const stated = parameter["style"] ?? (place === "query" || place === "cookie" ? "form" : "simple");
  // With explode, the delimited styles are the form style.
  const isForm = parameter["explode"] === true && (stated === "spaceDelimited" || stated === "pipeDelimited");
  const style = isForm ? "form" : stated;
  const read = asText(document, canonicalSchema(document, parameter["schema"]));
  // What is sent empty is a list of one text, or no object. The mock's engine tells it from a header that it answers with.
  const schema = parameter["in"] === undefined ? read : neverNull(read);
  return {
    required: parameter["required"] === true,
    // The mock's engine answers with a header that tells what was sent of it, save of headers and cookies.
    deprecated: (place === "path" || place === "query") && parameter["deprecated"] === true,
    style,
    // The one form of deepObject is exploded.
    explode: style === "deepObject" || (parameter["explode"] ?? style === "form"),
    allowReserved: parameter["allowReserved"] === true,
    allowEmptyValue: parameter["allowEmptyValue"] === true,
    // A segment is never empty, and what need not be sent is taken for not sent if it is.
    schema: place === "path" || parameter["required"] !== true ? neverEmpty(schema) : schema,
    content: contentForm(document, parameter["content"], "client"),
    includes: parameter["x-includes"] ?? null,
  };
}

/** Whether a parameter need not be sent and may be any text, so that no request is refused for it. */
export function isFree(form: JsonObject): boolean {
  const { content, deprecated, includes, required, schema = true, style } = form;
  const isSaid = required === true || deprecated === true || includes !== null || style === "deepObject";
  const { type, ...rest } = isObject(schema) ? schema : {};
  const isAny = schema === true || (type === "array" && Object.keys(rest).length === 0);
  return !isSaid && isAny && Array.isArray(content) && content.length === 0;
}

/**
 * A header of a response. Which of its examples is sent is the choice of the first; where it has none, its schema gives
 * one if it lists any.
 */
export function headerForm(document: JsonObject, header: JsonObject): JsonValue {
  const form = parameterForm(document, { ...header, required: true });
  const schema = canonicalSchema(document, header["schema"]);
  const example = header["example"] ?? listed(follow(document, header["schema"]));
  // The mock's engine tells of an example that is none, even where any text would do.
  const isFit = example === null || (isObject(schema) ? judgeOf(schema)(example) : schema);
  const required = header["required"] === true;
  const [, examples = []] = examplesForm(document, header);
  // One that is empty is taken for missing.
  const text = neverEmpty(form["schema"] ?? true);
  return [{ ...form, required, example, schema: ofAnyText(text) }, examples, isFit];
}

function listed(schema: JsonValue | undefined): JsonValue {
  if (!isObject(schema)) return null;
  const { const: constant, enum: choices } = schema;
  return constant ?? (Array.isArray(choices) ? (choices[0] ?? null) : null);
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
      isJson(mediaType) ? schema : asText(document, asFields(schema)),
      examplesForm(document, media),
      media["encoding"] ?? null,
    ];
  });
}

function examplesForm(document: JsonObject, holder: JsonObject): JsonValue[] {
  const examples = members(document, holder["examples"]).map(([name, example]) => [
    name,
    example["value"] ?? null,
  ]);
  return [holder["example"] ?? null, examples];
}

/** What is never empty is never null, has a character, and has an item. */
function neverEmpty(schema: JsonValue): JsonValue {
  if (!isObject(schema)) return schema;
  const { minItems, minLength, type, ...rest } = schema;
  const types = Array.isArray(type) && !mayBeComposed(type) ? withoutNull(type) : type;
  return orTrue({
    ...rest,
    ...(types !== undefined && { type: alone(types) }),
    ...(minLength !== undefined && minLength !== 1 && { minLength }),
    ...(minItems !== undefined && minItems !== 1 && { minItems }),
  });
}

/** A list or an object in a parameter is never null. */
function neverNull(schema: JsonValue): JsonValue {
  if (!isObject(schema) || !Array.isArray(schema["type"]) || !mayBeComposed(schema["type"])) return schema;
  const types = withoutNull(schema["type"]);
  return types.length === 1 ? sorted({ ...schema, type: alone(types) }) : schema;
}

function mayBeComposed(types: readonly JsonValue[]): boolean {
  return types.some((name) => name === "array" || name === "object");
}

function withoutNull(types: readonly JsonValue[]): JsonValue[] {
  return types.filter((name) => name !== "null");
}

/** Text is always text, and where it may be any it is never null; an empty one may be, where it may not. */
function asText(document: JsonObject, schema: JsonValue): JsonValue {
  if (!isObject(schema)) return schema;
  const { items, properties, type, ...rest } = schema;
  const isText = [type].flat().includes("string");
  const types = isText && Array.isArray(type) ? withoutNull(type) : type;
  const item = items === undefined ? true : asText(document, items);
  const members = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, member]): [string, JsonValue] => [name, asText(document, member ?? true)],
  );
  const isOpen = rest["additionalProperties"] === undefined && !usesUnevaluated(document);
  const told = members.filter(([, member]) => !isOpen || member !== true);
  return orTrue({
    ...rest,
    ...(item !== true && { items: item }),
    ...(told.length > 0 && { properties: Object.fromEntries(told) }),
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
