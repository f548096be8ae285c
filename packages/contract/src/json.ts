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

/** A number as JSON spells it (RFC 8259, 6). */
export const numberText: RegExp = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Whether two JSON values are equal. The order of members does not count. */
export function isEqual(a: unknown, b: unknown): boolean {
  const areNested = typeof a === "object" && typeof b === "object";
  return a === b || (areNested && canonicalText(a) === canonicalText(b));
}

/** The JSON of a value with sorted members: equal values have the same. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** The JSON Pointer (RFC 6901) of a descendant, by names and indices. */
export function appendPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  let found = pointer;
  for (const token of tokens) {
    const name = String(token);
    // Few names have a character to escape.
    found += `/${/[~/]/.test(name) ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name}`;
  }
  return found;
}

/** The names and indices of a JSON Pointer (RFC 6901), from the top. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Whether a JSON Pointer leads to what another one leads to, or to a part of it. */
export function isWithin(pointer: string, outer: string): boolean {
  return `${pointer}/`.startsWith(`${outer}/`);
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
  return parsePointer(pointer).reduce(memberAt, value);
}

/** The member or the item of a value; `undefined` if there is none. */
export function memberAt(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/**
 * A copy of a value with another one at a pointer; `undefined` removes the member. Members above it
 * are not added.
 */
export function replaceAt<Container extends JsonValue>(
  container: Container,
  pointer: string,
  value: JsonValue | undefined,
): Container extends JsonObject ? JsonObject : JsonValue;
export function replaceAt(
  container: JsonValue,
  pointer: string,
  value: JsonValue | undefined,
): JsonValue {
  return pointer === "" ? (value ?? null) : replaced(container, parsePointer(pointer), value);
}

function replaced(
  container: JsonValue,
  [token = "", ...deeper]: readonly string[],
  value: JsonValue | undefined,
): JsonValue {
  const before = valueAt(container, appendPointer("", token));
  if (before === undefined && (deeper.length > 0 || value === undefined)) return container;
  const after = deeper.length > 0 ? replaced(before ?? null, deeper, value) : value;
  if (Array.isArray(container))
    return container.toSpliced(Number(token), 1, ...(after === undefined ? [] : [after]));
  if (!isObject(container)) return container;
  const { [token]: _, ...rest } = container;
  return after === undefined ? rest : { ...container, [token]: after };
}

/** Groups items by a key, as `Map.groupBy` does, which Node.js 20 lacks. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    group.push(item);
    groups.set(keyOf(item), group);
  }
  return groups;
}

/** The items without those whose key an earlier one has. */
export function uniqueBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => unknown): Item[] {
  return [...groupBy(items, keyOf).values()].flatMap((group) => group.slice(0, 1));
}

/** A function that computes its result when it is called first, and gives the same later. */
export function once<Result>(compute: () => Result): () => Result {
  let known: { readonly result: Result } | undefined;
  return () => {
    known ??= { result: compute() };
    return known.result;
  };
}
