import { adviceOnFormat, idleKeywords } from "./reading/idle-keywords.ts";
import { child, isObject, type Place } from "./reading/place.ts";
import { typesOf } from "./reading/schema.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const keywordsEffective: HouseRule = {
  id: "keywords-effective",
  asks: "Every keyword of a schema has an effect: it fits the `type`, has the keyword that it needs beside it, and is one that is checked or acted on.",
  create: () => ({
    Schema: (schema, context) => check({ value: schema, at: context.location }, context),
    ref(node, context) {
      if (context.type.name === "Schema") check({ value: node, at: context.rawLocation }, context);
    },
  }),
};

function check(schema: Place, context: Context): void {
  checkType(schema, context);
  checkFormat(schema, context);
  for (const [keyword, advice] of idleKeywords) {
    if (!has(schema.value, keyword)) continue;
    tell(`Nothing here acts on "${keyword}". ${advice}.`, child(schema, keyword), context);
  }
  for (const [keyword, ...needed] of needs) {
    if (!has(schema.value, keyword) || needed.some((other) => has(schema.value, other))) continue;
    const others = needed.slice(0, 2).map((other) => `"${other}"`);
    tell(
      `"${keyword}" has no effect without ${others.join(" or ")}. Add that, or take it out.`,
      child(schema, keyword),
      context,
    );
  }
}

/** Keywords, each with those of which it has no effect without any. */
const needs: readonly (readonly [string, ...string[]])[] = [
  ["minContains", "contains"],
  ["maxContains", "contains"],
  ["then", "if"],
  ["else", "if"],
  ["if", "then", "else", "unevaluatedProperties", "unevaluatedItems"],
];

/** The keywords that look at values of one type only (JSON Schema 2020-12, "Validation"). */
const typed: Readonly<Record<string, readonly string[]>> = {
  string: ["minLength", "maxLength", "pattern"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  array: ["prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "unevaluatedItems"],
  object: [
    "required",
    "minProperties",
    "maxProperties",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
  ],
};

function checkType(schema: Place, context: Context): void {
  const types = typesOf(schema).map((type) => (type === "integer" ? "number" : type));
  if (types.length === 0) return;
  for (const [type, keywords] of Object.entries(typed)) {
    if (types.includes(type)) continue;
    for (const keyword of keywords) {
      if (!has(schema.value, keyword)) continue;
      tell(
        `"${keyword}" has no effect on the type ${typesOf(schema).join(" or ")}: it is for ${type}s. Correct one of them.`,
        child(schema, keyword),
        context,
      );
    }
  }
}

function checkFormat(schema: Place, context: Context): void {
  const format = child(schema, "format");
  if (typeof format.value !== "string") return;
  const advice = adviceOnFormat(format.value);
  if (advice !== undefined) {
    tell(`No check enforces the format "${format.value}". ${advice}.`, format, context);
    return;
  }
  const isNumeric = ["int32", "int64"].includes(format.value);
  const types = typesOf(schema);
  const fits = types.some((type) =>
    isNumeric ? type === "integer" || type === "number" : type === "string",
  );
  if (types.length > 0 && !fits) {
    tell(
      `The format "${format.value}" has no effect on the type ${types.join(" or ")}. Correct one of them.`,
      format,
      context,
    );
  }
}

function has(schema: unknown, keyword: string): boolean {
  return isObject(schema) && Object.hasOwn(schema, keyword);
}

function tell(message: string, { at }: Place, context: Context): void {
  context.report({ message, location: at.key() });
}
