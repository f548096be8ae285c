import type { JsonValue, Shape } from "@workflow-api/contract";

/** A reason why a schema is not proved to allow everything that another one allows. */
export interface Loss {
  /** The path into the value: names, and `*` for any item or any other member. */
  readonly at: readonly string[];
  /**
   * The keyword of the schema that may refuse; `enum` stands for `const` too, `oneOf` for `anyOf`.
   * `properties`: it does not declare the member.
   */
  readonly keyword: string;
  /** The JSON Pointers of the keyword in the schema that allows, and in the one that may refuse. */
  readonly own: readonly string[];
  readonly other: readonly string[];
  /** Values that the first may allow and the second refuse. */
  readonly examples: readonly JsonValue[];
}

/** The loss by a keyword of the value at hand. */
export function lossAt(
  keyword: string,
  own: Shape,
  other: Shape,
  ...examples: readonly JsonValue[]
): Loss {
  const places = [own, other].map((shape) => placesOf(shape, keyword));
  return { at: [], keyword, own: places[0] ?? [], other: places[1] ?? [], examples };
}

/**
 * The places of a keyword, or else where it could be: each schema that is more than a reference.
 */
function placesOf({ isNever, pointer: place, schemas }: Shape, keyword: string): string[] {
  if (isNever) return [place];
  const names = [keyword, aliases.get(keyword) ?? keyword];
  const real = schemas.filter(({ pointer }) => pointer !== "");
  const stated = real.flatMap(({ pointer, schema }) =>
    names.flatMap((name) => (name in schema ? [`${pointer}/${name}`] : [])),
  );
  const possible = real.filter(({ schema }) => !("$ref" in schema));
  const found = stated.length > 0 ? stated : possible.map(({ pointer }) => `${pointer}/${keyword}`);
  return [...new Set(found)];
}

/** Keywords that stand for others, with those. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ["enum", "const"],
  ["oneOf", "anyOf"],
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
]);

/** The same losses, of the value around this one. */
export function below(token: string, losses: readonly Loss[]): Loss[] {
  return losses.map((loss) => ({ ...loss, at: [token, ...loss.at] }));
}

/** What two losses have in common that are the same. */
export function identityOf({ at, keyword, other, own }: Loss): string {
  return JSON.stringify([at, keyword, own, other]);
}
