import { type JsonValue, replaceAt, valueAt } from "../json.ts";
import type { Operation, Parameter } from "../model.ts";

/** An operation, or as much of it as a page carries. */
type WithParameters = {
  readonly parameters: readonly Pick<Operation["parameters"][number], "identifies" | "key">[];
};
type Values = ReadonlyMap<string, JsonValue>;

/**
 * A 2xx body with the ids that a request asks for (`x-identifies`), so that two requests for two
 * things get two. Where the body has no value for an id, none is added. The given body is not
 * changed.
 *
 * @param values - Those of the request, by the key of the parameter.
 */
export function identify(operation: WithParameters, values: Values, body: JsonValue): JsonValue {
  return strangeIds(operation, values, body).reduce<JsonValue>(
    (whole, { asked, found, identifies }) => replaceAt(whole, identifies, likeId(asked, found)),
    body,
  );
}

/** An id of a body that is not the one that was asked for. */
export interface StrangeId {
  /** The key of the parameter. */
  readonly key: Parameter["key"];
  /** Where the id stands in the body. */
  readonly identifies: string;
  readonly asked: JsonValue;
  readonly found: JsonValue;
}

/** The ids of a 2xx body that are not those that were asked for. A number and its text are equal. */
export function strangeIds(
  { parameters }: WithParameters,
  values: Values,
  body: JsonValue,
): StrangeId[] {
  return parameters.flatMap(({ identifies, key }) => {
    const asked = values.get(key);
    const found = identifies === undefined ? undefined : valueAt(body, identifies);
    if (identifies === undefined || asked === undefined || found === undefined) return [];
    return String(asked) === String(found) ? [] : [{ key, identifies, asked, found }];
  });
}

/** An id as the body writes ids: a string in JSON:API, even if the path has a number. */
function likeId(asked: JsonValue, found: JsonValue): JsonValue {
  return typeof found === "string" ? String(asked) : asked;
}
