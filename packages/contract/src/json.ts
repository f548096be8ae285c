/** A value that JSON can hold. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. A member that is `undefined` is absent. */
export interface JsonObject {
  readonly [name: string]: JsonValue | undefined;
}

/** A JSON Schema of the dialect 2020-12. */
export type JsonSchema = JsonObject | boolean;

/** Whether a value is a JSON object: neither an array nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are equal. The order of members does not count. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (one === 0 && other === 0)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  );
}

/** The JSON Pointer (RFC 6901) of a descendant, by names and indices. */
export function appendPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  return tokens.reduce<string>(
    (above, token) => `${above}/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    pointer,
  );
}

/** The names and indices of a JSON Pointer (RFC 6901), from the top. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Whether a JSON Pointer leads to the same as another one, or to a part of that. */
export function isWithin(pointer: string, whole: string): boolean {
  return `${pointer}/`.startsWith(`${whole}/`);
}

/**
 * The JSON Pointer of a `$ref` into the same document: `/components/schemas/Cage` for
 * `#/components/schemas/Cage`.
 */
export function pointerOfReference(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}

/** The value at a JSON Pointer; `undefined` if there is none. */
export function valueAt(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let found = value;
  for (const token of parsePointer(pointer)) {
    if (Array.isArray(found))
      found = /^(0|[1-9]\d*)$/.test(token) ? found[Number(token)] : undefined;
    else found = isObject(found) && Object.hasOwn(found, token) ? found[token] : undefined;
  }
  return found;
}

/** A copy of a value with another one at a pointer; `undefined` removes the member. */
export function replaceAt<Whole extends JsonValue>(
  whole: Whole,
  pointer: string,
  value: JsonValue | undefined,
): Whole extends JsonObject ? JsonObject : JsonValue;
export function replaceAt(
  whole: JsonValue,
  pointer: string,
  value: JsonValue | undefined,
): JsonValue {
  return pointer === "" ? (value ?? null) : replaced(whole, parsePointer(pointer), value);
}

function replaced(
  whole: JsonValue,
  [token = "", ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonValue {
  if (Array.isArray(whole)) {
    const index = Number(token);
    if (rest.length > 0) return whole.with(index, replaced(whole[index] ?? null, rest, value));
    return value === undefined ? whole.toSpliced(index, 1) : whole.toSpliced(index, 1, value);
  }
  if (!isObject(whole)) return whole;
  if (rest.length > 0) return { ...whole, [token]: replaced(whole[token] ?? null, rest, value) };
  const { [token]: _, ...others } = whole;
  return value === undefined ? others : { ...whole, [token]: value };
}

/** Groups items by a key, as `Map.groupBy` does, which Node.js 20 lacks. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
