import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  replaceAt,
} from "@workflow-api/contract/json";
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
        const text = JSON.stringify(changed);
        const key = `${pointer} ${text}`;
        if (found.has(key) || text === JSON.stringify(value)) continue;
        const change = changeText(value, changed);
        found.set(key, {
          operator,
          pointer,
          change,
          document: replaceAt(document, pointer, changed),
        });
      }
    }
  }
  return [...found.values()];
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
