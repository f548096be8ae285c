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
  const [first = null] = made;
  // Where one number gives no further item, the next one may.
  for (let number = 1; distinct.size < length && number <= length + 100; number++) {
    const item = variationOf(items, first, number);
    if (item !== undefined && items.violations(item).length === 0)
      distinct.set(JSON.stringify(item), item);
  }
  const found = [...distinct.values()];
  return Array.from({ length }, (_, index) => found[index] ?? found[index % found.length] ?? null);
}

/** A value of the same shape that a number tells apart. `undefined`: there is none. */
function variationOf(shape: Shape, value: JsonValue, number: number): JsonValue | undefined {
  const { values } = shape;
  if (values !== undefined) return values[number];
  if (isObject(value)) return objectVariation(shape, value, number);
  const step = shape.limit("multipleOf") ?? 1;
  const varied = {
    boolean: () => (number === 1 ? [value !== true] : []),
    number: () => [Number(value) + number * step, Number(value) - number * step],
    string: () => stringVariations(String(value), number),
  };
  const candidates = varied[typeof value as keyof typeof varied]?.() ?? [];
  return candidates.find((each) => shape.violations(each).length === 0);
}

function objectVariation(
  shape: Shape,
  value: Readonly<Record<string, JsonValue | undefined>>,
  number: number,
): JsonValue | undefined {
  for (const [name, member = null] of Object.entries(value)) {
    const varied = variationOf(shape.property(name), member, number);
    if (varied === undefined) continue;
    const changed = { ...value, [name]: varied };
    if (shape.violations(changed).length === 0) return changed;
  }
  return undefined;
}

/** With a number at the end, in place of the end, and at the start. */
function stringVariations(text: string, number: number): string[] {
  const digits = String(number);
  return [`${text}${digits}`, text.slice(0, -digits.length) + digits, `${digits}${text}`];
}
