import { isWithin, type JsonValue, replaceAt, uniqueBy, valueAt } from "../json.ts";
import type { Include, Operation, Parameter, ParameterValues } from "../model.ts";

// What a request decides about a 2xx body: the parts that it asks for (`x-includes`), and the id
// that it names (`x-identifies`).

/** The part of an include that is needed here. */
export type IncludePart = Pick<Include, "value" | "adds"> & {
  readonly parameter: Pick<Parameter, "key" | "isList">;
};
interface WithIncludes<Part = IncludePart> {
  readonly includes: readonly Part[];
}

/**
 * The includes that a request asks for (`x-includes`).
 *
 * @param values - By the key of the parameter.
 */
export function askedIncludes<Part extends IncludePart>(
  { includes }: WithIncludes<Part>,
  values: ParameterValues,
): Part[] {
  return includes.filter(({ parameter, value }) => {
    const sent = values.get(parameter.key);
    return Array.isArray(sent)
      ? sent.some((item: JsonValue) => String(item) === value)
      : sent !== undefined && String(sent) === value;
  });
}

/**
 * The values of a request that asks for exactly these includes; other parameters keep their values.
 */
export function withIncludes(
  { includes }: Pick<Operation, "includes">,
  values: ParameterValues,
  asked: readonly Include[],
): Map<string, JsonValue> {
  const all = new Map(values);
  for (const { parameter } of includes) all.delete(parameter.key);
  for (const { parameter, value } of asked) {
    const before = [all.get(parameter.key) ?? []].flat();
    all.set(parameter.key, parameter.isList ? [...before, value] : value);
  }
  return all;
}

/**
 * The pointers of the includes that a request does not ask for. Asking for `/data/maker/country`
 * also brings its parent `/data/maker`.
 */
export function unaskedPointers(
  { includes }: WithIncludes,
  asked: readonly Pick<Include, "adds">[],
): string[] {
  const pointers = [...new Set(includes.map(({ adds }) => adds))];
  return pointers.filter((pointer) => !asked.some(({ adds }) => isWithin(adds, pointer)));
}

/**
 * A copy of a 2xx body without the includes that were not requested. Their parent object stays,
 * even if empty.
 */
export function pruneIncludes(
  operation: WithIncludes,
  asked: readonly Pick<Include, "adds">[],
  body: JsonValue,
): JsonValue {
  const unasked = unaskedPointers(operation, asked);
  return unasked.reduce((pruned, pointer) => replaceAt(pruned, pointer, undefined), body);
}

/** The requested includes that a 2xx body lacks; for several that add the same, the first. */
export function missingIncludes(asked: readonly Include[], body: JsonValue): Include[] {
  return uniqueBy(asked, ({ adds }) => adds).filter(
    ({ adds }) => valueAt(body, adds) === undefined,
  );
}

interface WithParameters {
  readonly parameters: readonly Pick<Parameter, "identifies" | "key">[];
}

/**
 * A copy of a 2xx body with the ids of the request (`x-identifies`), so that two ids get two
 * bodies. An id that the body lacks is not added; a string stays one, as in JSON:API, even if the
 * path has a number.
 *
 * @param values - Those of the request, by the key of the parameter.
 */
export function identify(
  operation: WithParameters,
  values: ParameterValues,
  body: JsonValue,
): JsonValue {
  return strangeIds(operation, values, body).reduce<JsonValue>(
    (identified, { asked, found, identifies }) =>
      replaceAt(identified, identifies, typeof found === "string" ? String(asked) : asked),
    body,
  );
}

/** An id in a body that is not the requested one. */
export interface StrangeId {
  /** The key of the parameter. */
  readonly key: Parameter["key"];
  /** The JSON Pointer of the id in the body. */
  readonly identifies: string;
  readonly asked: JsonValue;
  readonly found: JsonValue;
}

/** The ids of a 2xx body that are not the requested ones. A number equals its string. */
export function strangeIds(
  { parameters }: WithParameters,
  values: ParameterValues,
  body: JsonValue,
): StrangeId[] {
  return parameters.flatMap(({ identifies, key }) => {
    const asked = values.get(key);
    const found = identifies === undefined ? undefined : valueAt(body, identifies);
    if (identifies === undefined || asked === undefined || found === undefined) return [];
    return String(asked) === String(found) ? [] : [{ key, identifies, asked, found }];
  });
}
