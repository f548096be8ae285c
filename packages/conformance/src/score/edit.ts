import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
} from "@workflow-api/contract";

/** A node of a document, with the way to it. */
export interface Node {
  readonly pointer: string;
  readonly value: JsonValue;
}

/** Every node below a value, the value itself not among them. */
export function* nodesOf(value: JsonValue | undefined, pointer = ""): Generator<Node> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* nodeAndBelow(item, appendPointer(pointer, index));
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value))
      if (member !== undefined) yield* nodeAndBelow(member, appendPointer(pointer, name));
  }
}

function* nodeAndBelow(value: JsonValue, pointer: string): Generator<Node> {
  yield { pointer, value };
  yield* nodesOf(value, pointer);
}

/** A document with the node at a pointer replaced, or (`undefined`) removed. The document itself is not changed. */
export function withNode(document: JsonObject, pointer: string, value: JsonValue | undefined): JsonObject {
  const changed = replace(document, parsePointer(pointer), value);
  return isObject(changed) ? changed : document;
}

/** A document in which the member at a pointer has another name, in its place. */
export function withName(document: JsonObject, pointer: string, name: string): JsonObject {
  const tokens = parsePointer(pointer);
  const last = tokens.pop();
  const changed = update(document, tokens, (parent) =>
    isObject(parent)
      ? Object.fromEntries(Object.entries(parent).map(([key, member]) => [key === last ? name : key, member]))
      : parent,
  );
  return isObject(changed) ? changed : document;
}

function replace(whole: JsonValue, tokens: readonly string[], value: JsonValue | undefined): JsonValue {
  const parents = tokens.slice(0, -1);
  const last = tokens.at(-1) ?? "";
  return update(whole, parents, (parent) => {
    if (Array.isArray(parent))
      return value === undefined
        ? parent.toSpliced(Number(last), 1)
        : parent.toSpliced(Number(last), 1, value);
    if (!isObject(parent)) return parent;
    if (value !== undefined) return { ...parent, [last]: value };
    const { [last]: _, ...rest } = parent;
    return rest;
  });
}

function update(
  whole: JsonValue,
  [token, ...rest]: readonly string[],
  change: (parent: JsonValue) => JsonValue,
): JsonValue {
  if (token === undefined) return change(whole);
  if (Array.isArray(whole)) {
    const item = whole[Number(token)];
    return item === undefined ? whole : whole.with(Number(token), update(item, rest, change));
  }
  if (!isObject(whole)) return whole;
  const member = whole[token];
  return member === undefined ? whole : { ...whole, [token]: update(member, rest, change) };
}
