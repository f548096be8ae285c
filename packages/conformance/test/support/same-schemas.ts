import type { JsonObject } from "@workflow-api/contract";
import type fc from "fast-check";

/** Two ways to write a schema, and what they refer to. */
export type Written = readonly [one: JsonObject, other: JsonObject, referred?: JsonObject];

/** A rule of the canonical form, and schemas that it takes to be the same. */
export type SameSchemas = readonly [rule: string, pairs: fc.Arbitrary<Written>];
