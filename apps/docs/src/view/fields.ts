import { appendPointer, isObject, type JsonSchema, type JsonValue } from "@workflow-api/contract";
import { anchorPart } from "./anchor.ts";
import { makeSchemaView, type Part } from "./make-schema-view.ts";
import type { FieldView, SchemaPlace, SchemaView, ViewContext } from "./schema-view.ts";

/** What a value holds: its members, its items, and what may be added to them. */
export function fieldsOf(parts: readonly Part[], context: ViewContext): FieldView[] {
  return [
    ...propertyFields(parts, context),
    ...patternFields(parts, context),
    ...openFields(parts, context),
    ...tupleFields(parts, context),
    ...itemFields(parts, context),
  ];
}

function propertyFields(parts: readonly Part[], context: ViewContext): FieldView[] {
  const places = new Map<string, SchemaPlace[]>();
  const required = new Set(parts.flatMap(({ schema }) => strings(schema["required"])));
  for (const { schema, pointer } of parts) {
    for (const [name, place] of schemasIn(schema["properties"], appendPointer(pointer, "properties"))) {
      places.set(name, [...(places.get(name) ?? []), place]);
    }
  }
  for (const name of required) {
    places.set(name, places.get(name) ?? []);
  }
  return [...places].map(([name, found]) =>
    field({ label: name, literal: true, required: required.has(name) }, anchorPart(name), found, context),
  );
}

function patternFields(parts: readonly Part[], context: ViewContext): FieldView[] {
  return parts.flatMap(({ schema, pointer }) =>
    schemasIn(schema["patternProperties"], appendPointer(pointer, "patternProperties")).map(
      ([pattern, place], index) =>
        field({ label: `names that match ${pattern}` }, `~pattern-${index + 1}`, [place], context),
    ),
  );
}

/** `additionalProperties` and its relatives. `true` says nothing that the reader does not assume. */
function openFields(parts: readonly Part[], context: ViewContext): FieldView[] {
  const keywords = [
    ["additionalProperties", "any other name", "~other"],
    ["unevaluatedProperties", "any other name", "~other"],
    ["propertyNames", "each name itself", "~name"],
    ["unevaluatedItems", "any further item", "~further"],
    ["contains", "at least one item", "~contains"],
    ["contentSchema", "the content", "~content"],
  ] as const;
  return parts.flatMap(({ schema, pointer }) =>
    keywords.flatMap(([keyword, label, segment]) => {
      const value = schema[keyword];
      return value === undefined || value === true || !isSchema(value)
        ? []
        : [field({ label }, segment, [{ schema: value, pointer: appendPointer(pointer, keyword) }], context)];
    }),
  );
}

function tupleFields(parts: readonly Part[], context: ViewContext): FieldView[] {
  return parts.flatMap(({ schema, pointer }) => {
    const items = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"] : [];
    return items
      .filter(isSchema)
      .map((item, index) =>
        field(
          { label: `item ${index + 1}` },
          `~${index + 1}`,
          [{ schema: item, pointer: appendPointer(pointer, "prefixItems", index) }],
          context,
        ),
      );
  });
}

function itemFields(parts: readonly Part[], context: ViewContext): FieldView[] {
  const places = parts.flatMap(({ schema, pointer }): SchemaPlace[] => {
    const { items } = schema;
    return isSchema(items) ? [{ schema: items, pointer: appendPointer(pointer, "items") }] : [];
  });
  const isTuple = parts.some(({ schema }) => Array.isArray(schema["prefixItems"]));
  const label = isTuple ? "any further item" : "each item";
  return places.length === 0 ? [] : [field({ label }, "~item", places, context)];
}

interface Naming {
  readonly label: string;
  readonly literal?: boolean;
  readonly required?: boolean;
}

function field(
  naming: Naming,
  segment: string,
  places: readonly SchemaPlace[],
  context: ViewContext,
): FieldView {
  const anchor = `${context.anchor}.${segment}`;
  const { label, literal = false, required = false } = naming;
  const view = makeSchemaView(places, { ...context, anchor });
  return { label, literal, required: required && travels(view, context), anchor, view };
}

/** What is for the other direction need not be in this one (OpenAPI 3.0, "Schema Object"). */
function travels({ facts }: SchemaView, { sender }: ViewContext): boolean {
  const foreign = sender === undefined ? undefined : { client: "readOnly", server: "writeOnly" }[sender];
  return !facts.some(({ keyword }) => keyword === foreign);
}

/** The schemas of a keyword that maps names to schemas. */
export function schemasIn(value: JsonValue | undefined, pointer: string): [string, SchemaPlace][] {
  return isObject(value)
    ? Object.entries(value).flatMap(([name, schema]): [string, SchemaPlace][] =>
        isSchema(schema) ? [[name, { schema, pointer: appendPointer(pointer, name) }]] : [],
      )
    : [];
}

/** Whether a value can stand where a schema stands. */
export function isSchema(value: JsonValue | undefined): value is JsonSchema {
  return isObject(value) || typeof value === "boolean";
}

function strings(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
