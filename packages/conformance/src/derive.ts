import type { Contract, JsonValue, Operation } from "@workflow-api/contract";
import type { Case } from "./case.ts";

/** What the cases are filled with. */
export interface DeriveOptions {
  /** Decides the values that are generated: the same seed gives the same cases. Default: 1. */
  readonly seed?: number;
  /**
   * Values of parameters that the server knows, by `Parameter.key`, in place of those of the examples. Given, even if it
   * returns none, the server is a foreign one: it need not know the ids of the examples, so a 404 is right for those.
   */
  readonly values?: (operation: Operation) => ReadonlyMap<string, JsonValue>;
}

/** Derives from a contract what to send, and what has to come back. */
export function deriveCases(_contract: Contract, _options: DeriveOptions = {}): Case[] {
  return [];
}
