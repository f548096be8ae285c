import { isWithin, type JsonValue, replaceAt } from "../json.ts";
import type { Include, Operation, Parameter, ParameterValues } from "../model.ts";

// The parts of a 2xx body that a request asks for (`x-includes`).

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
  requested: readonly Include[],
): Map<string, JsonValue> {
  const all = new Map(values);
  for (const { parameter } of includes) all.delete(parameter.key);
  for (const { parameter, value } of requested) {
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
  requested: readonly Pick<Include, "adds">[],
): string[] {
  const pointers = [...new Set(includes.map(({ adds }) => adds))];
  return pointers.filter((pointer) => !requested.some(({ adds }) => isWithin(adds, pointer)));
}

/**
 * A copy of a 2xx body without the includes that were not requested. Their parent object stays,
 * even if empty.
 */
export function pruneIncludes(
  operation: WithIncludes,
  requested: readonly Pick<Include, "adds">[],
  body: JsonValue,
): JsonValue {
  const unasked = unaskedPointers(operation, requested);
  return unasked.reduce((pruned, pointer) => replaceAt(pruned, pointer, undefined), body);
}
