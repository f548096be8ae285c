import type { JsonObject, JsonValue } from "@workflow-api/contract";

/** A member of a document: its name, its value, and what holds it. */
export interface Spot {
  readonly name: string;
  readonly value: JsonValue;
  readonly parent: JsonValue | undefined;
}

/** A kind of mistake that people make in contracts. */
export interface Operator {
  readonly operator: string;
  /** The values that it puts in place of the member. */
  changes(spot: Spot): Iterable<JsonValue>;
}

/** Each member of an object (of these alone, where there are some) under each of these names that are free. */
export function renamed(value: JsonObject, names: readonly string[], only?: readonly string[]): JsonValue[] {
  return Object.keys(value)
    .filter((name) => only === undefined || only.includes(name))
    .flatMap((name) =>
      names
        .filter((other) => value[other] === undefined)
        .map((other) =>
          Object.fromEntries(
            Object.entries(value).map(([key, member]) => [key === name ? other : key, member]),
          ),
        ),
    );
}
