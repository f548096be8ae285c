import { isObject, type JsonObject } from "@workflow-api/contract";
import { branchesOf } from "./branches.ts";
import { factsOf, withoutRepeats } from "./facts.ts";
import { fieldsOf } from "./fields.ts";
import { checkKeywords } from "./keywords.ts";
import { schemaName } from "./schema-name.ts";
import type { SchemaPlace, SchemaView, ViewContext } from "./schema-view.ts";
import { typeOf } from "./type-words.ts";

/** One schema that a value must satisfy, its `$ref` followed and its `allOf` taken apart. */
export interface Part {
  readonly schema: JsonObject;
  readonly pointer: string;
  /** The component that it is. */
  readonly name: string | undefined;
}

/**
 * The view of a value that must satisfy all of these schemas (one, mostly).
 * @throws {ContractError} on a keyword that the pages have no words for.
 */
export function makeSchemaView(places: readonly SchemaPlace[], context: ViewContext): SchemaView {
  const nullable = withoutNullOption(places, context);
  if (nullable !== undefined) {
    const view = makeSchemaView(nullable, context);
    return { ...view, type: `${view.type} or null` };
  }
  const parts = places.flatMap((place) => partsOf(place, context));
  // What encloses a value repeats it only if it is made of the very same parts.
  const key = parts.map(({ pointer }) => pointer).join(" ");
  const repeats = parts.length === 0 ? undefined : context.trail.get(key);
  const inner = { ...context, trail: new Map([...context.trail, [key, context.anchor]]) };
  return {
    type: typeOf(parts, context.contract),
    name: nameOf(parts),
    description: firstText(parts, "description") || firstText(parts, "title"),
    deprecated: parts.some(({ schema }) => schema["deprecated"] === true),
    facts: withoutRepeats(parts.flatMap(({ schema }) => factsOf(schema))),
    fields: repeats === undefined ? fieldsOf(parts, inner) : [],
    branches: repeats === undefined ? branchesOf(parts, inner) : [],
    repeats,
  };
}

/** A schema and what its `allOf` adds, as one list. */
export function partsOf(place: SchemaPlace, context: ViewContext): Part[] {
  const resolved = context.contract.resolve(place.schema, place.pointer);
  const { schema, pointer } = resolved;
  const name = schemaName(context.contract, resolved);
  if (!isObject(schema)) {
    return schema ? [] : [{ schema: { not: true }, name, pointer }];
  }
  checkKeywords(schema, pointer, context.contract);
  const all = Array.isArray(schema["allOf"]) ? schema["allOf"] : [];
  const added = all.flatMap((each, index) =>
    isObject(each) || typeof each === "boolean"
      ? partsOf({ schema: each, pointer: `${pointer}/allOf/${index}` }, context)
      : [],
  );
  return [{ schema, pointer, name }, ...added];
}

/** `oneOf` or `anyOf` of a schema and null is that schema "or null". */
function withoutNullOption(
  places: readonly SchemaPlace[],
  { contract }: ViewContext,
): readonly SchemaPlace[] | undefined {
  const [place, ...others] = places;
  if (place === undefined || others.length > 0) {
    return undefined;
  }
  const { schema, pointer } = contract.resolve(place.schema, place.pointer);
  const keyword = ["oneOf", "anyOf"].find((name) => isObject(schema) && Array.isArray(schema[name]));
  const options = keyword !== undefined && isObject(schema) ? schema[keyword] : undefined;
  if (keyword === undefined || !isObject(schema) || !Array.isArray(options) || options.length !== 2) {
    return undefined;
  }
  const kept = options.findIndex((option) => !isNull(option));
  const option = options[kept];
  if (!options.some(isNull) || !isObject(option)) {
    return undefined;
  }
  const { [keyword]: _, ...rest } = schema;
  const chosen = { schema: option, pointer: `${pointer}/${keyword}/${kept}` };
  return Object.keys(rest).length === 0 ? [chosen] : [{ schema: rest, pointer }, chosen];
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && schema["type"] === "null";
}

function nameOf(parts: readonly Part[]): string | undefined {
  const [first] = parts;
  return first?.name ?? (parts.length === 2 ? parts[1]?.name : undefined);
}

function firstText(parts: readonly Part[], keyword: string): string {
  const texts = parts.map(({ schema }) => schema[keyword]).filter((text) => typeof text === "string");
  return texts.find((text) => text !== "") ?? "";
}
