import { type Contract, isObject, type JsonValue, possibleFacetsOf } from "@workflow-api/contract";
import {
  type Facet,
  type Place,
  placeBelow,
  placesBelow,
  propertyPlaces,
} from "@workflow-api/contract/samples";
import { once } from "../once.ts";

/** What the schemas of one value say of its members and items, whichever of their branches it takes. */
export interface Shape {
  /** Whether they leave it to the value which members it has. */
  readonly isOpen: boolean;
  /** Whether they say that a value may have other members than those that they have. */
  readonly takesOthers: boolean;
  /** The members that have a schema of their own. */
  readonly names: readonly string[];
  /** What it stands for that the value is left out; `undefined` if that is not stated. */
  readonly ofAbsent: JsonValue | undefined;
  /** Whether they have a schema for a member: by its name, or for all that have none. */
  describes(name: string): "named" | "unnamed" | undefined;
  /** The shape of a member; `undefined` if they do not know it: neither describe it nor ask for it. */
  member(name: string): Shape | undefined;
  item(index: number): Shape;
}

const shapes = new WeakMap<Pick<Contract, "resolve">, Map<string, Shape>>();

/** The shape that schemas give to a value that all of them speak of. */
export function shapeOf(contract: Pick<Contract, "resolve">, places: readonly Place[]): Shape {
  const known = shapes.get(contract) ?? new Map<string, Shape>();
  shapes.set(contract, known);
  const key = places.map(({ pointer }) => pointer).join("\n");
  const shape = known.get(key) ?? createShape(contract, places);
  known.set(key, shape);
  return shape;
}

function createShape(contract: Pick<Contract, "resolve">, places: readonly Place[]): Shape {
  const facets = possibleFacetsOf(contract, places);
  // Very many values are held against the same shape.
  return {
    names: facets.flatMap(({ schema }) => namesOf(schema["properties"])),
    ofAbsent: facets.find(({ schema }) => schema["default"] !== undefined)?.schema["default"],
    isOpen: !facets.some(saysWhichMembers),
    takesOthers: facets.some(({ schema }) => schema["additionalProperties"] === true),
    describes: once((name) => {
      if (facets.some((facet) => namedPlaces(facet, name).length > 0)) return "named";
      return facets.some((facet) => unnamedPlaces(facet).length > 0) ? "unnamed" : undefined;
    }),
    member: once((name) => {
      const members = facets.flatMap((facet) => memberPlaces(facet, name));
      const isKnown = members.length > 0 || facets.some((facet) => namesMember(facet, name));
      return isKnown ? shapeOf(contract, members) : undefined;
    }),
    item: once((index) =>
      shapeOf(
        contract,
        facets.flatMap((facet) => itemPlacesOf(facet, index)),
      ),
    ),
  };
}

function saysWhichMembers({ schema }: Facet): boolean {
  return (
    ["properties", "patternProperties"].some((keyword) => schema[keyword] !== undefined) ||
    ["additionalProperties", "unevaluatedProperties"].some((keyword) => schema[keyword] === false)
  );
}

function memberPlaces(facet: Facet, name: string): Place[] {
  const named = namedPlaces(facet, name);
  return named.length > 0 ? named : unnamedPlaces(facet);
}

function namedPlaces(facet: Facet, name: string): Place[] {
  const { additionalProperties: _, ...schema } = facet.schema;
  return propertyPlaces([{ ...facet, schema }], name);
}

/** That other members are allowed says nothing of them; a schema for them does. */
function unnamedPlaces(facet: Facet): Place[] {
  return (["additionalProperties", "unevaluatedProperties"] as const).flatMap((keyword) =>
    isObject(facet.schema[keyword]) ? (placeBelow(facet, keyword) ?? []) : [],
  );
}

/** Whether a member is asked for, though nothing is said of what it is. */
function namesMember({ schema }: Facet, name: string): boolean {
  const { dependentRequired, dependentSchemas, propertyNames, required } = schema;
  const needed = isObject(dependentRequired) ? Object.entries(dependentRequired).flat(2) : [];
  const allowed = isObject(propertyNames) ? propertyNames["enum"] : undefined;
  return [required, needed, allowed, namesOf(dependentSchemas)].some(
    (names) => Array.isArray(names) && names.includes(name),
  );
}

function itemPlacesOf(facet: Facet, index: number): Place[] {
  const own = placesBelow(facet, "prefixItems")[index] ?? placeBelow(facet, "items");
  const others = (["contains", "unevaluatedItems"] as const).flatMap(
    (keyword) => placeBelow(facet, keyword) ?? [],
  );
  return own === undefined ? others : [own, ...others];
}

function namesOf(members: JsonValue | undefined): string[] {
  return isObject(members) ? Object.keys(members) : [];
}
