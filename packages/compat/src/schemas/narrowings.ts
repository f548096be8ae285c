import type { Shape } from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";

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
  /** The JSON Pointers of the keyword in the schema that allows. */
  readonly wider: readonly string[];
  /** The JSON Pointers of the keyword in the schema that may refuse. */
  readonly narrower: readonly string[];
  /** Values that the first may allow and the second refuse. */
  readonly examples: readonly JsonValue[];
}

/** The narrowing of the value at hand by a keyword. */
export function narrowingBy(
  keyword: string,
  wider: Shape,
  narrower: Shape,
  ...examples: readonly JsonValue[]
): Narrowing {
  return {
    at: [],
    keyword,
    wider: placesOf(wider, keyword),
    narrower: placesOf(narrower, keyword),
    examples,
  };
}

/**
 * The places of a keyword, or else where it could be: each schema that is more than a reference.
 */
function placesOf({ isNever, pointer: place, schemas }: Shape, keyword: string): string[] {
  if (isNever) return [place];
  const names = [keyword, aliases.get(keyword) ?? keyword];
  const real = schemas.filter(({ pointer }) => pointer !== "");
  const given = real.flatMap(({ pointer, schema }) =>
    names.flatMap((name) => (name in schema ? [`${pointer}/${name}`] : [])),
  );
  const possible = real.filter(({ schema }) => !("$ref" in schema));
  const found = given.length > 0 ? given : possible.map(({ pointer }) => `${pointer}/${keyword}`);
  return [...new Set(found)];
}

/** Keywords that stand for others, with those. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ["enum", "const"],
  ["oneOf", "anyOf"],
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
]);

/** The same narrowings, of the value around this one. */
export function within(token: string, narrowings: readonly Narrowing[]): Narrowing[] {
  return narrowings.map((each) => ({ ...each, at: [token, ...each.at] }));
}

/** Narrowings without those that say the same. */
export function distinct(narrowings: readonly Narrowing[]): Narrowing[] {
  const known = new Map(
    narrowings.map((each) => {
      const { at, keyword, narrower, wider } = each;
      return [JSON.stringify([at, keyword, narrower, wider]), each];
    }),
  );
  return [...known.values()];
}
