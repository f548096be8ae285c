import type { Shape } from "@workflow-api/contract";
import { isObject, type JsonValue } from "@workflow-api/contract/json";

/**
 * The items of a list: distinct ones as far as the shape of the list has some, then the first ones
 * again.
 *
 * @param made - At least one.
 */
export function distinctItems(
  list: Shape,
  made: readonly JsonValue[],
  length: number,
): readonly JsonValue[] {
  const { items } = list;
  const distinct = new Map(made.map((item) => [JSON.stringify(item), item]));
  // Where one number gives no further item, the next one may.
  for (let number = 1; distinct.size < length && number <= length + 100; number++) {
    for (const each of made) {
      const item = variationOf(items, each, number);
      if (item !== undefined && items.violations(item).length === 0)
        distinct.set(JSON.stringify(item), item);
    }
  }
  const found = [...distinct.values()];
  return Array.from({ length }, (_, index) => found[index] ?? found[index % found.length] ?? null);
}

/** A value of the same shape that a number distinguishes. `undefined`: there is none. */
function variationOf(shape: Shape, value: JsonValue, number: number): JsonValue | undefined {
  const { values } = shape;
  if (values !== undefined) return values[number];
  const candidates = isObject(value)
    ? Object.entries(value).flatMap(([name, member = null]) => {
        const varied = variationOf(shape.property(name), member, number);
        return varied === undefined ? [] : [{ ...value, [name]: varied }];
      })
    : scalarVariations(shape, value, number);
  return candidates.find((each) => shape.violations(each).length === 0);
}

function scalarVariations(shape: Shape, value: JsonValue, number: number): JsonValue[] {
  if (typeof value === "boolean") return number === 1 ? [!value] : [];
  if (typeof value === "number") {
    const step = number * (shape.limit("multipleOf") ?? 1);
    return [value + step, value - step];
  }
  const digits = String(number);
  return typeof value === "string"
    ? [`${value}${digits}`, value.slice(0, -digits.length) + digits, `${digits}${value}`]
    : [];
}
