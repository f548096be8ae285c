import { isIgnoredHeader, isIgnoredResponseHeader } from "./ignored-headers.ts";
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { Parameter, ParameterStyle } from "./model.ts";
import type { Sender } from "./one-way.ts";
import { type Placed, type Reading, text } from "./reading.ts";
import { possibleFacetsOf } from "./schema-facets.ts";
import type { SchemaWorld } from "./schema-places.ts";

/** OpenAPI 3.1, "Parameter Object": the default style of each location. */
const defaultStyles: Record<Parameter["in"], ParameterStyle> = {
  cookie: "form",
  header: "simple",
  path: "simple",
  query: "form",
};

const styles: readonly string[] = [
  "simple",
  "label",
  "matrix",
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
] satisfies readonly ParameterStyle[];

/** The parameters of an operation: those of its path, overridden by its own, without headers that are to be ignored. */
export function readParameters(reading: Reading, path: Placed, operation: Placed): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const placed of [...reading.items(path, "parameters"), ...reading.items(operation, "parameters")]) {
    const parameter = readParameter(reading, placed, text(placed.value, "name"), location(placed), "client");
    if (!isIgnoredHeader(parameter)) found.set(parameterKey(parameter), parameter);
  }
  return [...found.values()];
}

/** A Header Object is a parameter whose name and location are given by its place. */
export function readHeaders(reading: Reading, response: Placed): Parameter[] {
  return reading
    .members(response, "headers")
    .filter(([name]) => !isIgnoredResponseHeader(name))
    .map(([name, placed]) => readParameter(reading, placed, name, "header", "server"));
}

/** What a parameter is called in {@link Scenario.values}: its location and name; header names in lower case. */
export function parameterKey(parameter: Pick<Parameter, "in" | "name">): string {
  return `${parameter.in} ${parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name}`;
}

function readParameter(
  reading: Reading,
  placed: Placed,
  name: string,
  at: Parameter["in"],
  sender: Sender,
): Parameter {
  const { value, pointer } = placed;
  const [content] = reading.members(placed, "content");
  const holder = content?.[1] ?? placed;
  const schema = reading.schema(holder.value["schema"], appendPointer(holder.pointer, "schema"), sender);
  const resolved = reading.resolve(schema.schema, schema.pointer);
  const style = styleOf(value["style"], defaultStyles[at]);
  const explode = value["explode"];
  const examples = readExamples(reading, holder);
  return {
    ...schema,
    name,
    in: at,
    required: value["required"] === true,
    deprecated: value["deprecated"] === true,
    description: text(value, "description"),
    style,
    explode: typeof explode === "boolean" ? explode : style === "form",
    allowReserved: value["allowReserved"] === true,
    mediaType: content?.[0],
    shape: shapeOf(reading, resolved.schema, resolved.pointer),
    examples,
    sample: sampleOf([...examples.values()][0] ?? holder.value["example"], resolved.schema),
    parameterPointer: pointer,
  };
}

function readExamples(reading: Reading, holder: Placed): Map<string, JsonValue> {
  const values = new Map<string, JsonValue>();
  for (const [name, { value }] of reading.members(holder, "examples")) {
    if (value["value"] !== undefined) values.set(name, value["value"]);
  }
  return values;
}

function location({ value }: Placed): Parameter["in"] {
  const at = value["in"];
  return at === "path" || at === "header" || at === "cookie" ? at : "query";
}

/** A style, or what stands for one that is missing. */
export function styleOf(value: JsonValue | undefined, otherwise: ParameterStyle): ParameterStyle {
  return isStyle(value) ? value : otherwise;
}

function isStyle(value: JsonValue | undefined): value is ParameterStyle {
  return typeof value === "string" && styles.includes(value);
}

/** What a schema describes; where it leaves that open, a primitive. */
export function shapeOf(world: SchemaWorld, schema: JsonSchema, pointer: string): Parameter["shape"] {
  const shapes = possibleFacetsOf(world, [{ schema, pointer }]).map((facet) => ownShape(facet.schema));
  return shapes.find((shape) => shape !== "primitive") ?? "primitive";
}

/** What a schema says by its types, or else by its values, or else by keywords of lists or objects alone. */
function ownShape(schema: JsonObject): Parameter["shape"] {
  const { type, const: value, enum: values } = schema;
  const types = [type].flat();
  if (types.includes("array")) return "array";
  if (types.includes("object")) return "object";
  if (type !== undefined) return "primitive";
  const listed = value === undefined ? [values ?? []].flat() : [value];
  const says = (...keywords: readonly string[]): boolean =>
    keywords.some((keyword) => schema[keyword] !== undefined);
  if (listed.some(Array.isArray) || says("items", "prefixItems")) return "array";
  const isObjects = listed.some(isObject) || says("properties", "patternProperties", "additionalProperties");
  return isObjects ? "object" : "primitive";
}

function sampleOf(given: JsonValue | undefined, schema: JsonSchema): JsonValue | undefined {
  if (given !== undefined || !isObject(schema)) return given;
  const first = (name: string): JsonValue | undefined => {
    const list = schema[name];
    return Array.isArray(list) ? list[0] : undefined;
  };
  return schema["default"] ?? schema["const"] ?? first("examples") ?? first("enum") ?? schema["example"];
}
