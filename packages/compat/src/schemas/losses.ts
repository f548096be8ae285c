import { isObject, type JsonValue, type SchemaPlace } from "@workflow-api/contract";

/** Makes a value that one schema allows and another one may refuse, from a value of the first. */
export type Probe = (value: JsonValue | undefined) => JsonValue | undefined;

/** One reason why it is not proved that a schema allows whatever another one allows. */
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
  readonly probes: readonly Probe[];
}

/** Schemas that hold for a value together, such as a schema with what its `$ref` names. */
export type Places = readonly SchemaPlace[];

/** The loss by a keyword of the value at hand. */
export function lossAt(
  keyword: string,
  own: Places,
  other: Places,
  ...probes: readonly Probe[]
): Loss {
  const names = [keyword, ...(aliases.get(keyword) ?? [])];
  const pointersIn = (places: Places): string[] => {
    const stated = places.flatMap(({ pointer, schema }) =>
      names.flatMap((name) => (isObject(schema) && name in schema ? [`${pointer}/${name}`] : [])),
    );
    // Where nothing is stated, it could be in each schema that is more than a reference.
    const whole = places.filter(({ schema }) => !(isObject(schema) && "$ref" in schema));
    const found = stated.length > 0 ? stated : whole.map(({ pointer }) => `${pointer}/${keyword}`);
    return [...new Set(found)];
  };
  return { at: [], keyword, own: pointersIn(own), other: pointersIn(other), probes };
}

const aliases: ReadonlyMap<string, readonly string[]> = new Map([
  ["enum", ["const"]],
  ["oneOf", ["anyOf"]],
  ["minimum", ["exclusiveMinimum"]],
  ["maximum", ["exclusiveMaximum"]],
]);

/** The same losses of a value that holds this one. */
export function below(token: string, losses: readonly Loss[]): Loss[] {
  return losses.map((loss) => ({ ...loss, at: [token, ...loss.at] }));
}
