import {
  type Contract,
  facetsOf,
  parsePointer,
  propertyNames,
  propertyPlaces,
  requiredNames,
  type SchemaPlace,
  typesOf,
} from "@workflow-api/contract";
import type { Certain } from "../src/operation.ts";

type Document = Contract["document"];

/**
 * What a body holds for certain: its required members, and in each the first required object or
 * list.
 */
export function certainOf({ document }: Contract, body: SchemaPlace): Certain {
  if (typesOf(document, [body]).join() !== "object") return false;
  const members = requiredMembers(document, [body]).map(
    ([name, places]) => [name, memberOf(document, places)] as const,
  );
  return Object.fromEntries(members.filter(([, certain]) => certain !== false));
}

/** What an include adds for certain, at its pointer into the body. */
export function addedAt({ document }: Contract, body: SchemaPlace, pointer: string): Certain {
  const names = parsePointer(pointer);
  const places = names.reduce<readonly SchemaPlace[]>(
    (outer, name) => propertyPlaces(facetsOf(document, outer), name),
    [body],
  );
  const added = places.length > 0 && memberOf(document, places);
  return added && names.reduceRight<Certain>((inner, name) => ({ [name]: inner }), added);
}

function memberOf(document: Document, places: readonly SchemaPlace[]): Certain {
  const types = typesOf(document, places);
  if (types.includes("null")) return false;
  if (types.join() === "array") return [];
  const required = requiredMembers(document, places);
  // Some services write an object that may be empty as a list.
  if (types.join() !== "object" || required.length === 0) return true;
  for (const [name, inner] of required) {
    const certain = /^(object|array)$/.test(typesOf(document, inner).join())
      ? memberOf(document, inner)
      : false;
    if (certain !== false) return { [name]: certain };
  }
  return {};
}

function requiredMembers(
  document: Document,
  places: readonly SchemaPlace[],
): [string, SchemaPlace[]][] {
  const facets = facetsOf(document, places);
  const required = requiredNames(facets);
  return propertyNames(facets)
    .filter((name) => required.has(name))
    .map((name) => [name, propertyPlaces(facets, name)]);
}
