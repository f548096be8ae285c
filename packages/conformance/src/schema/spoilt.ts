import { isObject, type JsonValue } from "@workflow-api/contract";
import fc from "fast-check";

const strangers = fc.constantFrom<JsonValue[]>(null, true, 0, -1, 1.5, "", "unknown", [], {}, ["unknown"], {
  unknown: 1,
});

/** Values with one part, chosen at random, missing or replaced by something else; they shrink with the value. */
export function spoilt(values: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc.tuple(values, fc.nat(), fc.option(strangers, { nil: undefined })).map(([value, at, other]) => {
    const count = sizeOf(value);
    return replaced(value, { left: at % count }, other) ?? null;
  });
}

function sizeOf(value: JsonValue): number {
  return partsOf(value).reduce((sum, [, part]) => sum + sizeOf(part), 1);
}

function partsOf(value: JsonValue): [string, JsonValue][] {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item]);
  return isObject(value) ? Object.entries(value).map(([name, part]) => [name, part ?? null]) : [];
}

/** The value with its part of a number, in depth-first order, replaced; `undefined`: that is the whole, and it is removed. */
function replaced(
  value: JsonValue,
  count: { left: number },
  other: JsonValue | undefined,
): JsonValue | undefined {
  if (count.left-- === 0) return other;
  const parts = partsOf(value).flatMap(([name, part]): [string, JsonValue][] => {
    const kept = count.left < 0 ? part : replaced(part, count, other);
    return kept === undefined ? [] : [[name, kept]];
  });
  if (Array.isArray(value)) return parts.map(([, part]) => part);
  return isObject(value) ? Object.fromEntries(parts) : value;
}
