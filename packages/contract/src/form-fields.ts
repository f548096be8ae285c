import { foldFacets } from "./fold-facets.ts";
import { type JsonObject, typeOf } from "./json.ts";
import type { FormField, FormFieldPattern } from "./model.ts";
import { possibleFacetsOf } from "./schema-facets.ts";
import { type Place, placeBelow, type SchemaWorld } from "./schema-places.ts";

/** From a schema to one for a part of the value: a keyword, and a name where that maps names to schemas. */
type Step = readonly [string, ...string[]];

/** The fields that the schema of a form declares by name, itself, in its parts or on its branches. */
export function formFields(world: SchemaWorld, form: Place): Map<string, FormField> {
  const names = namesOf(world, [form], "properties");
  return new Map(names.map((name) => [name, fieldAt(world, form, ["properties", name])]));
}

/** The other fields, by the patterns of their names; the pattern of those that are left has every name. */
export function formFieldPatterns(world: SchemaWorld, form: Place): FormFieldPattern[] {
  return [
    ...namesOf(world, [form], "patternProperties").map((pattern) => ({
      pattern,
      ...fieldAt(world, form, ["patternProperties", pattern]),
    })),
    { pattern: "", ...fieldAt(world, form, ["additionalProperties"]) },
  ];
}

function fieldAt(world: SchemaWorld, form: Place, step: Step): FormField {
  const typesOf = (...inside: readonly Step[]): readonly string[] => [
    ...new Set(typesAt(world, form, [step, ...inside]).types),
  ];
  const fields = possibleFacetsOf(world, [form]).flatMap((facet) => placeBelow(facet, ...step) ?? []);
  const members = namesOf(world, fields, "properties");
  return {
    types: typesOf(),
    itemTypes: typesOf(["items"]),
    memberTypes: new Map(members.map((name) => [name, typesOf(["properties", name])])),
    mediaType: mediaTypeAt(world, fields),
  };
}

/**
 * The media type of the content of a field (OpenAPI 3.1, "Encoding Object"): `contentMediaType`, and octets where the
 * schema says that it is binary without one. The `format` is that of OpenAPI 3.0, which descriptions still have.
 */
function mediaTypeAt(world: SchemaWorld, fields: readonly Place[]): string | undefined {
  const facets = possibleFacetsOf(world, fields);
  const items = facets.flatMap((facet) => placeBelow(facet, "items") ?? []);
  const schemas = [...facets, ...possibleFacetsOf(world, items)].map(({ schema }) => schema);
  const [stated] = schemas.map((schema) => schema["contentMediaType"]).filter((type) => type !== undefined);
  if (typeof stated === "string") return stated;
  const isBinary = schemas.some(
    ({ contentEncoding, format }) => contentEncoding !== undefined || format === "binary",
  );
  return isBinary ? "application/octet-stream" : undefined;
}

function namesOf(world: SchemaWorld, places: readonly Place[], keyword: string): string[] {
  const names = possibleFacetsOf(world, places).flatMap(({ schema }) => Object.keys(schema[keyword] ?? {}));
  return [...new Set(names)];
}

/** What a schema says of the types of what some steps lead to; a branch that says nothing of them leaves it to others. */
function typesAt(world: SchemaWorld, place: Place, [step, ...rest]: readonly Step[]): Said {
  const found = foldFacets<Said>(world, [place], {
    own: (facet) => {
      if (step === undefined) return { types: statedTypes(facet.schema) };
      const inside = placeBelow(facet, ...step);
      return inside === undefined ? nothing : typesAt(world, inside, rest);
    },
    all: (said) => said.reduce(both, nothing),
    either: ({ types: one }, { types: other }) => ({
      types: one && other ? [...one, ...other] : (one ?? other),
    }),
  });
  return found ?? nothing;
}

/** The types that are said. `undefined`: none are. */
interface Said {
  readonly types: readonly string[] | undefined;
}

const nothing: Said = { types: undefined };

/** An integer is a number too. */
function both({ types: one }: Said, { types: other }: Said): Said {
  if (one === undefined || other === undefined) return { types: one ?? other };
  const isIn = (type: string, types: readonly string[]): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const types = [...one.filter((type) => isIn(type, other)), ...other.filter((type) => isIn(type, one))];
  return { types };
}

function statedTypes(schema: JsonObject): readonly string[] | undefined {
  const stated = [schema["type"]].flat().filter((type) => typeof type === "string");
  if (stated.length > 0) return stated;
  const values = schema["const"] === undefined ? schema["enum"] : [schema["const"]];
  if (Array.isArray(values)) return values.map(typeOf);
  if (schema["items"] !== undefined) return ["array"];
  return schema["properties"] === undefined ? undefined : ["object"];
}
