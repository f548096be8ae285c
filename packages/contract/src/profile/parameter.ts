import { isEqual, isObject, type JsonObject, type JsonSchema, type JsonValue } from "../json.ts";
import { locations, type ParameterStyle } from "../wire/locations.ts";
import { readText } from "../wire/read.ts";
import {
  addProblem,
  among,
  type DocumentNode,
  leaf,
  list,
  notSupported,
  objectOf,
  record,
  tolerate,
  valueText,
} from "./kind.ts";
import { withNamedExample } from "./normalize.ts";
import { orReference, targetOf } from "./references.ts";
import { annotation, any, flag, is, matches, name, schema, text } from "./schema.ts";
import { filtered, keep } from "./source-pointers.ts";

// Parameters of requests, and headers of responses.

const bodyPointer = is<string>(
  matches(/^\//),
  "a JSON Pointer into the body, such as /data/author",
);

/** A named example. */
export const example = objectOf({ value: any }, { summary: text, description: text });
/** Examples by their names. */
export const examples = record("example", orReference("examples", example));

/** Its location decides which it may be. */
const style = leaf<ParameterStyle>(() => undefined);

const optional = {
  description: text,
  required: flag,
  deprecated: flag,
  explode: flag,
  example: any,
  examples,
};
/** A header of a response. */
export const header = objectOf(
  { schema },
  { ...optional, style: among(["simple"]) },
  {
    prepare: (value, node) => withNamedExample(withStatedSchema(value, node), node),
    rewrite: withoutNull,
  },
);
/** A parameter. */
export const parameter = objectOf(
  { name, in: among(["path", "query", "header", "cookie"]), schema },
  {
    ...optional,
    style,
    allowEmptyValue: annotation,
    allowReserved: annotation,
    "x-includes": record("include", bodyPointer),
    "x-identifies": bodyPointer,
  },
  {
    named: ["parameter", "name"],
    prepare: (value, node) => withNamedExample(withStatedSchema(value, node), node),
    rewrite: (value, node) => {
      checkPlace(node, value);
      const isRequired = locations[value.in]?.isRequired;
      return withoutNull(isRequired ? { ...value, required: true } : value, node);
    },
  },
);
/** A parameter or a header whose schema is not stated, or that of another format, is any text. */
function withStatedSchema(value: JsonObject, node: DocumentNode): JsonObject {
  const { content, schema, ...rest } = value;
  if (schema !== undefined) return value;
  tolerate(node, content === undefined ? "has no schema: add it" : "has content: use schema");
  return { ...rest, schema: {} };
}

const allParameters = list("parameter", orReference("parameters", parameter));
/** The parameters of an operation or a path. */
export const parameters: typeof allParameters = (node) =>
  filtered(allParameters(node), node, (each) => !isIgnored(each, node));

/** The places of the extensions. */
const homes = { "x-includes": "query", "x-identifies": "path" } as const;

/** Checks what a parameter may be in its place. */
function checkPlace(node: DocumentNode, value: JsonObject): void {
  const { in: place, name, required, style } = value;
  const rules = Object.entries(locations).find(([location]) => location === place)?.[1];
  if (rules === undefined) return;
  if (style !== undefined && !rules.styles.some((each) => each === style))
    addProblem(
      node,
      `has style ${valueText(style)}, ${notSupported(`use ${rules.styles.join(" or ")}`)}`,
      "style",
    );
  if (rules.isRequired && required !== true)
    tolerate(node, `is in the ${place} and not required: write required: true`, "required");
  for (const [field, home] of Object.entries(homes))
    if (value[field] !== undefined && place !== home)
      addProblem(
        node,
        `has ${field} and is not in the ${home}: write it on a ${home} parameter`,
        field,
      );
  const problem = rules.nameProblem(String(name ?? ""));
  if (problem !== undefined) addProblem(node, problem, "name");
}

/** How the keywords that list values express null. */
const nulls: Readonly<Record<string, JsonValue>> = {
  type: "null",
  enum: null,
  anyOf: { type: "null" },
  oneOf: { type: "null" },
};

/** A parameter or a header without null in its schema: null has no text, and is never sent. */
function withoutNull<T extends { readonly schema: JsonSchema }>(holder: T, node: DocumentNode): T {
  const schema = schemaWithoutNull(holder.schema, ["schema"], node);
  return { ...holder, schema };
}

type Path = readonly (string | number)[];

function schemaWithoutNull(schema: JsonSchema, path: Path, node: DocumentNode): JsonSchema {
  if (!isObject(schema)) return schema;
  const { type } = schema;
  const hasAllOf = schema["allOf"] !== undefined;
  const entries = Object.entries(schema).map(([keyword, member]) => {
    const items = Array.isArray(member) && Object.hasOwn(nulls, keyword) ? member : [];
    const kept = [...items.entries()].filter(([, item]) => !isEqual(item, nulls[keyword]));
    if (kept.length === items.length || kept.length === 0)
      return [keyword, partsWithoutNull(keyword, member, [...path, keyword], node)] as const;
    // A single branch is no choice.
    const isOnly = keyword.endsWith("Of") && kept.length === 1 && !hasAllOf;
    const name = isOnly ? "allOf" : keyword;
    for (const [now, [index]] of kept.entries())
      keep(node, [...path, name, now], [...path, keyword, index]);
    const values = kept.map(([, value]) => value);
    return [name, partsWithoutNull(name, values, [...path, name], node)] as const;
  });
  return Object.fromEntries(
    entries
      .filter(([keyword, member]) => keyword !== "default" || member !== null)
      .map(([keyword, member]) => [keyword, keyword === "enum" ? ofType(type, member) : member]),
  );
}

/** Listed values with the only type that they may have: `true` of a string is its text. */
function ofType(type: JsonValue | undefined, values: JsonValue | undefined): JsonValue | undefined {
  if (typeof type !== "string" || !Array.isArray(values)) return values;
  return values.map((value: JsonValue) => {
    if (type === "string" && typeof value !== "object") return String(value);
    return typeof value === "string" ? readText(value, [type]) : value;
  });
}

/** The same of its items, members and branches. */
function partsWithoutNull(
  keyword: string,
  value: JsonValue | undefined,
  path: Path,
  node: DocumentNode,
): JsonValue | undefined {
  const inPart = (part: JsonValue | undefined, ...tokens: Path): JsonValue | undefined =>
    isObject(part) ? schemaWithoutNull(part, [...path, ...tokens], node) : part;
  if (keyword === "items" || keyword === "additionalProperties") return inPart(value);
  if (/^(all|any|one)Of$/.test(keyword) && Array.isArray(value))
    return value.map((part: JsonValue, index) => inPart(part, index) ?? null);
  if (keyword !== "properties" || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, inPart(part, name)]),
  );
}

/** Whether OpenAPI ignores a parameter, because content and security state it. */
function isIgnored(parameter: JsonObject, { context }: DocumentNode): boolean {
  const { in: place, name } = targetOf(context.document, parameter) ?? parameter;
  return place === "header" && /^(accept|authorization|content-type)$/i.test(String(name));
}
