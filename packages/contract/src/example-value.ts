import { formats } from "./example-texts.ts";
import type { JsonValue } from "./json.ts";
import type { Contract } from "./model.ts";
import { foreignMarks } from "./one-way.ts";
import { placeholderOf } from "./placeholder.ts";
import { propertyNames, requiredNames, typesOf } from "./samples/facets.ts";
import { branchesOf, facetsOf, isMarked } from "./schema-facets.ts";
import { type Facet, itemPlaces, type Place, propertyPlaces, type SchemaWorld } from "./schema-places.ts";

/** How deep a value is made. What encloses itself ends there. */
const deepest = 8;

/**
 * A value that a client may well send for a schema: the one that it shows, or the smallest that has what it requires. A
 * text is a placeholder that is plainly one, such as `YOUR_ID`. It is made without trying: a schema may refuse it.
 * @param name What the value is called.
 */
export function exampleValue(resolve: Contract["resolve"], place: Place, name: string): JsonValue {
  return made({ resolve }, [place], name, 0);
}

function made(world: SchemaWorld, places: readonly Place[], name: string, depth: number): JsonValue {
  const facets = facetsOf(world, places);
  const inner = (each: readonly Place[], of: string): JsonValue => made(world, each, of, depth + 1);
  const shown = firstOf(facets, shownIn);
  if (shown !== undefined || depth > deepest) return shown ?? null;
  const stated = firstOf(facets, ({ schema }) => [schema["type"]].flat().find((each) => each !== "null"));
  const type = stated ?? typesOf(facets)[0];
  const names = propertyNames(facets);
  if (type === "object" || names.length > 0) {
    const required = requiredNames(facets);
    const needed = names.filter((member) => required.has(member));
    const members = needed.map((member) => [member, propertyPlaces(facets, member)] as const);
    const sent = members.filter(([, each]) => !isMarked(world, each, foreignMarks.client));
    return Object.fromEntries(sent.map(([member, each]) => [member, inner(each, member)]));
  }
  const option = firstOf(facets, (facet) => branchesOf(facet, "oneOf")[0] ?? branchesOf(facet, "anyOf")[0]);
  if (option !== undefined) return inner(option, name);
  if (type === "array") {
    const length = Math.max(1, limitOf(facets, "minItems") ?? 1);
    const items = Array.from({ length }, (_, index) => itemPlaces(facets, index));
    return items.map((item) => inner(item, name));
  }
  if (type === "integer" || type === "number") return limitOf(facets, "minimum") ?? 1;
  return type === "boolean" ? true : textOf(facets, name);
}

function shownIn({ schema }: Facet): JsonValue | undefined {
  const [example] = [schema["examples"]].flat();
  const [value] = [schema["enum"]].flat();
  return [schema["example"], example, schema["default"], schema["const"], value].find(
    (each) => each !== undefined,
  );
}

function limitOf(facets: readonly Facet[], keyword: string): number | undefined {
  const limit = firstOf(facets, ({ schema }) => schema[keyword]);
  return typeof limit === "number" ? limit : undefined;
}

function textOf(facets: readonly Facet[], name: string): string {
  const format = firstOf(facets, ({ schema }) => schema["format"]);
  const text = formats[String(format)] ?? placeholderOf(name);
  return text.padEnd(limitOf(facets, "minLength") ?? 0, "_").slice(0, limitOf(facets, "maxLength"));
}

function firstOf<Value>(
  facets: readonly Facet[],
  read: (facet: Facet) => Value | undefined,
): Value | undefined {
  return facets.map(read).find((each) => each !== undefined);
}
