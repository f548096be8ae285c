import { appendPointer, type Contract, isObject, type JsonValue } from "@workflow-api/contract";
import type { Placed } from "./members.ts";

type Resolve = Contract["resolve"];

/** The values that a schema lists, itself or in its parts. `undefined`: it takes others too. */
export function listedValues(
  resolve: Resolve,
  place: Placed,
  above: readonly string[] = [],
): JsonValue[] | undefined {
  const { schema, pointer } = resolve(place.schema, place.pointer);
  if (!isObject(schema) || above.includes(pointer)) return undefined;
  const { const: value, enum: values, type } = schema;
  if (value !== undefined) return [value];
  if (Array.isArray(values)) return values;
  if (type === "boolean") return [true, false];
  const inParts = (keyword: string): (JsonValue[] | undefined)[] =>
    [schema[keyword] ?? []].flat().map((part, index) => {
      const at = appendPointer(pointer, keyword, index);
      return isObject(part)
        ? listedValues(resolve, { schema: part, pointer: at }, [...above, pointer])
        : undefined;
    });
  const choices = ["oneOf", "anyOf"].map(inParts).filter((choice) => choice.length > 0);
  const whole = choices.find((choice) => !choice.includes(undefined));
  return whole?.flatMap((part) => part ?? []) ?? inParts("allOf").find((part) => part !== undefined);
}

/** What the items of a list are, as its schema says itself or in a part that holds too. */
export function itemsOf(resolve: Resolve, place: Placed, above: readonly string[] = []): Placed | undefined {
  const { schema, pointer } = resolve(place.schema, place.pointer);
  if (!isObject(schema) || above.includes(pointer)) return undefined;
  const { items, allOf } = schema;
  if (isObject(items)) return { schema: items, pointer: appendPointer(pointer, "items") };
  const parts = [allOf ?? []].flat().map((part, index) => {
    const at = appendPointer(pointer, "allOf", index);
    return isObject(part) ? itemsOf(resolve, { schema: part, pointer: at }, [...above, pointer]) : undefined;
  });
  return parts.find((part) => part !== undefined);
}
