import type { Contract, JsonValue, SchemaPlace } from "@workflow-api/contract";
import fc from "fast-check";

/** A value that breaks one keyword of a schema. */
export interface BrokenValue {
  /** The keyword that is broken, of the schema or of one within it. */
  readonly keyword: string;
  /** The JSON Pointer into the value of what breaks it. */
  readonly at: string;
  /** The JSON Pointer in the document of the keyword. */
  readonly pointer: string;
  readonly value: JsonValue;
}

/** A valid value that differs from the sample in one respect. */
export interface EdgeValue {
  /** In which: `255 characters`, `without "created_at"`. */
  readonly name: string;
  /** The JSON Pointer into the value of what differs. */
  readonly at: string;
  /** The JSON Pointer in the document of the schema of what differs. */
  readonly pointer: string;
  readonly value: JsonValue;
}

/** Makes values for schemas. All of the places hold for each value. */
export interface Values {
  /** A plain valid value. `undefined`: none was found. */
  sample(places: readonly SchemaPlace[]): JsonValue | undefined;
  /** Values that each break one keyword, around a valid value: the base, or the sample. */
  broken(places: readonly SchemaPlace[], base?: JsonValue): BrokenValue[];
  /** Valid values at the edges of each keyword and of what it leaves free, around a valid value: the base, or the sample. */
  edges(places: readonly SchemaPlace[], base?: JsonValue): EdgeValue[];
  /** Random valid values. */
  arbitrary(places: readonly SchemaPlace[]): fc.Arbitrary<JsonValue>;
}

/** The one maker of values: samples, values that break each keyword, and random ones. The same seed gives the same. */
export function createValues(_contract: Contract, _seed = 1): Values {
  return { sample: () => undefined, broken: () => [], edges: () => [], arbitrary: () => fc.constant(null) };
}
