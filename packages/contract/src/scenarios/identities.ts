import { type JsonValue, replaceAt, valueAt } from "../json.ts";
import type { Operation, Parameter, ParameterValues } from "../model.ts";

/** The part of an operation that is needed here. */
type WithParameters = {
  readonly parameters: readonly Pick<Operation["parameters"][number], "identifies" | "key">[];
};

/**
 * A copy of a 2xx body with the ids of the request (`x-identifies`), so that two ids get two
 * bodies. An id that the body lacks is not added.
 *
 * @param values - Those of the request, by the key of the parameter.
 */
export function identify(
  operation: WithParameters,
  values: ParameterValues,
  body: JsonValue,
): JsonValue {
  return strangeIds(operation, values, body).reduce<JsonValue>(
    (whole, { asked, found, identifies }) => replaceAt(whole, identifies, likeId(asked, found)),
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

/**
 * An id with the type of the one in the body: a string in JSON:API, even if the path has a number.
 */
function likeId(asked: JsonValue, found: JsonValue): JsonValue {
  return typeof found === "string" ? String(asked) : asked;
}
