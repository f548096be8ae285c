import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  replaceAt,
} from "@workflow-api/contract";
import { operators } from "./operators.ts";

/** A contract with one thing changed. */
export interface Mutant {
  /** What was done: the name of an operator. */
  readonly operator: string;
  /** Where, as a JSON Pointer of the original. */
  readonly pointer: string;
  /** What was there and what is now. */
  readonly change: string;
  readonly document: JsonObject;
}

/** Every mutant of a contract: each operator at each place where it applies. */
export function mutantsOf(document: JsonObject): Mutant[] {
  const found = new Map<string, Mutant>();
  for (const { pointer, parent, value } of membersOf(document, "")) {
    const [name = "", ...above] = parsePointer(pointer).toReversed();
    for (const [operator, changes] of Object.entries(operators)) {
      for (const changed of changes({ name, value, parent, above })) {
        const key = `${pointer} ${JSON.stringify(changed)}`;
        if (found.has(key)) continue;
        const mutated = replaceAt(document, pointer, changed);
        found.set(key, {
          operator,
          pointer,
          change: changeText(value, changed),
          document: mutated,
        });
      }
    }
  }
  return [...found.values()];
}

/** So many of a list, spread over it, in its order. */
export function sampleOf<Item>(list: readonly Item[], size: number): Item[] {
  // Knuth's multiplicative hash spreads what is chosen.
  const rankOf = (index: number): number => Math.imul(index * 97 + 1, 0x9e3779b1) >>> 0;
  const indices = [...list.keys()].sort((one, other) => rankOf(one) - rankOf(other));
  const chosen = new Set(indices.slice(0, size));
  return list.filter((_, index) => chosen.has(index));
}

interface Found {
  readonly pointer: string;
  readonly parent: JsonValue;
  readonly value: JsonValue;
}

function* membersOf(parent: JsonValue, pointer: string): Generator<Found> {
  if (typeof parent !== "object" || parent === null) return;
  for (const [name, value] of Object.entries(parent)) {
    if (value === undefined) continue;
    const at = appendPointer(pointer, name);
    yield { pointer: at, parent, value };
    // The values of examples are data, and no part of the contract's structure.
    if (!/\/examples\/[^/]+\/value$|\/examples\/\d+$/.test(at)) yield* membersOf(value, at);
  }
}

/** What a change is; of an object the members that differ. */
function changeText(before: JsonValue, after: JsonValue | undefined): string {
  const textOf = (value: JsonValue | undefined, other: JsonValue | undefined): string => {
    if (!isObject(value) || !isObject(other))
      return value === undefined ? "nothing" : JSON.stringify(value);
    return JSON.stringify(
      Object.fromEntries(Object.entries(value).filter(([name]) => value[name] !== other[name])),
    );
  };
  return `${textOf(before, after)} → ${textOf(after, before)}`;
}
