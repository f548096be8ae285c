import type { Contract, HttpResponse, JsonValue, Operation } from "@workflow-api/contract";

/** A response, and whether the contract allows it. */
export interface ResponseCase {
  /** Tells it from all others of its contract: `getVariablesCage 200 with category "unknown"`. */
  readonly title: string;
  readonly operation: Operation;
  /** The JSON Pointer of what it follows from. */
  readonly pointer: string;
  /** The values of the parameters of its request, by `Parameter.key`. */
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly response: HttpResponse;
  readonly isValid: boolean;
}

/** Derives from a contract responses that it allows and responses that it does not, of each operation. */
export function deriveResponses(
  _contract: Contract,
  _options: { readonly seed?: number } = {},
): ResponseCase[] {
  return [];
}
