import type { JsonObject } from "@workflow-api/contract";

/** A contract with one thing changed. */
export interface Mutant {
  /** What was done: `delete`, `rename`, `retype`. */
  readonly operator: string;
  /** Where, as a JSON Pointer of the original. */
  readonly pointer: string;
  /** What was there and what is now, for people. */
  readonly change: string;
  readonly document: JsonObject;
}
