import type { Shape } from "@workflow-api/contract";

/** A reason why a schema is not proved to allow everything that another one allows. */
export interface Narrowing {
  /** The path into the value: names, and `*` for any item or any other member. */
  readonly at: readonly string[];
  /**
   * The keyword of the schema that may refuse; `enum` stands for `const` too, `oneOf` for `anyOf`.
   * `properties`: it does not declare the member. `members`: it refuses it. `size`: the schemas are
   * too large to compare.
   */
  readonly keyword: string;
  /** The schema there that allows more, and the JSON Pointers of the keyword in it. */
  readonly wider: Shape;
  readonly widerPointers: readonly string[];
  /** The schema there that may refuse some of that, and the JSON Pointers of the keyword in it. */
  readonly narrower: Shape;
  readonly narrowerPointers: readonly string[];
}

/** The narrowing of the value at hand by a keyword. */
export function narrowingBy(keyword: string, wider: Shape, narrower: Shape): Narrowing {
  return {
    ...{ at: [], keyword, wider, narrower },
    widerPointers: pointersOf(wider, keyword),
    narrowerPointers: pointersOf(narrower, keyword),
  };
}

/**
 * The JSON Pointers of a keyword, or else of where it could be: in each schema that is more than a
 * reference.
 */
function pointersOf({ isNever, pointer: place, schemas }: Shape, keyword: string): string[] {
  if (isNever) return [place];
  const names = [keyword, ...(standsFor.get(keyword) ?? [])];
  const real = schemas.filter(({ pointer }) => pointer !== "");
  const locations = real.flatMap(({ pointer, schema }) =>
    names.flatMap((name) => (name in schema ? [`${pointer}/${name}`] : [])),
  );
  const possible = real.filter(({ schema }) => !("$ref" in schema));
  const found =
    locations.length > 0 ? locations : possible.map(({ pointer }) => `${pointer}/${keyword}`);
  return [...new Set(found)];
}

/** Keywords that stand for others, with those. The formats of integers are bounds. */
export const standsFor: ReadonlyMap<string, readonly string[]> = new Map([
  ["enum", ["const"]],
  ["oneOf", ["anyOf"]],
  ["minimum", ["exclusiveMinimum", "format"]],
  ["maximum", ["exclusiveMaximum", "format"]],
]);

/** The same narrowings, of the value around this one. */
export function within(token: string, narrowings: readonly Narrowing[]): Narrowing[] {
  return narrowings.map((each) => ({ ...each, at: [token, ...each.at] }));
}

/** Narrowings without those that say the same. */
export function distinct(narrowings: readonly Narrowing[]): Narrowing[] {
  const known = new Map(
    narrowings.map((each) => {
      const { at, keyword, narrowerPointers, widerPointers } = each;
      return [JSON.stringify([at, keyword, narrowerPointers, widerPointers]), each];
    }),
  );
  return [...known.values()];
}
