import { appendPointer } from "../json.ts";
import type { DocumentNode } from "./kind.ts";

// Where in the source a rewritten part of the document comes from.

/** Keeps the original place of what is rewritten. */
export function keep(
  { context: { sourcePointers }, pointer }: DocumentNode,
  now: readonly (string | number)[],
  before: readonly (string | number)[],
): void {
  const source = sourcePointer(sourcePointers, pointer);
  sourcePointers.set(appendPointer(source, ...now), appendPointer(source, ...before));
}

/** The items of a list that pass a test, with their original places. */
export function filtered<T>(
  items: readonly T[],
  node: DocumentNode,
  isKept: (item: T) => boolean,
): T[] {
  return [...items.entries()]
    .filter(([, item]) => isKept(item))
    .map(([index, item], now) => {
      if (now !== index) keep(node, [now], [index]);
      return item;
    });
}

/** The JSON Pointer of the source for one of the document. */
export function sourcePointer(
  sourcePointers: ReadonlyMap<string, string>,
  pointer: string,
): string {
  const tokens = pointer.split("/").slice(1);
  const found = tokens.reduce((above, token) => {
    const at = `${above}/${token}`;
    return sourcePointers.get(at) ?? at;
  }, "");
  // Of an unnamed example, only the value has one.
  return sourcePointers.get(`${found}/value`) ?? found;
}
