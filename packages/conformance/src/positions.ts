import {
  appendPointer,
  type Contract,
  choicesOf,
  type Facet,
  facetsOf,
  isObject,
  itemPlaces,
  type JsonValue,
  propertyPlaces,
  type SchemaPlace,
} from "@workflow-api/contract";

/** A value within another one, with all that the schemas say of it. */
export interface Position {
  /** Its JSON Pointer in the whole value. */
  readonly at: string;
  readonly value: JsonValue;
  readonly places: readonly SchemaPlace[];
  /** With the branches of `oneOf` and `anyOf` that the value is of. */
  readonly facets: readonly Facet[];
}

/** So many ways through the branches of a schema are followed. */
const mostWays = 16;

/** The facets of each way through the `oneOf` and `anyOf` of places. */
export type Ways = (places: readonly SchemaPlace[]) => readonly Facet[][];

/** Takes the schemas of a contract apart. */
export function createWays({ document }: Contract): Ways {
  const kept = new Map<string, Facet[][]>();
  const follow = (facets: Facet[], settled: readonly string[]): Facet[][] => {
    const open = choicesOf(facets).find(
      ([first]) => first !== undefined && !settled.includes(first.pointer),
    );
    if (open === undefined) return [facets];
    const done = [...settled, open[0]?.pointer ?? ""];
    return open
      .flatMap((branch) => follow(facetsOf(document, [...facets, branch]), done))
      .slice(0, mostWays);
  };
  return (places) => {
    const key = places.map(({ pointer }) => pointer).join(" ");
    const ways = kept.get(key) ?? follow(facetsOf(document, places), []);
    kept.set(key, ways);
    return ways;
  };
}

/**
 * The positions of a value that a schema says something of, outermost first. Of a list it is the
 * first item.
 */
export function positionsOf(
  contract: Contract,
  ways: Ways,
  places: readonly SchemaPlace[],
  value: JsonValue,
  at = "",
): Position[] {
  if (places.length === 0) return [];
  const all = ways(places);
  const [only] = all;
  const takes = (facets: readonly Facet[]): boolean =>
    facets.every(({ pointer }) => contract.validate(pointer, value).length === 0);
  const facets = (all.length === 1 ? only : all.find(takes)) ?? only ?? [];
  return [
    { at, value, places, facets },
    ...childrenOf(facets, value).flatMap(([name, child, inner]) =>
      positionsOf(contract, ways, inner, child, appendPointer(at, name)),
    ),
  ];
}

function childrenOf(
  facets: readonly Facet[],
  value: JsonValue,
): (readonly [name: string | number, child: JsonValue, inner: SchemaPlace[]])[] {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => [0, item, itemPlaces(facets)]);
  const members = isObject(value) ? Object.entries(value) : [];
  return members.map(([name, member = null]) => [name, member, propertyPlaces(facets, name)]);
}
