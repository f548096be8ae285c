import type {
  ExampleViolation,
  HttpResponse,
  Operation,
  Scenario,
  Violation,
} from "@workflow-api/contract";
import { readJson } from "@workflow-api/contract/http";
import { isEqual, valueAt } from "@workflow-api/contract/json";

/** An example that the contract itself does not allow. */
export interface Flaw {
  /** What is wrong with it, in a sentence. */
  readonly message: string;
  /** The JSON Pointer of what is wrong in the document. */
  readonly pointer: string;
}

/** A violation by an example of the contract, as a flaw. */
export function flawOfExample(
  { operationId }: Operation,
  { name }: Scenario,
  { at, message, part, pointer }: ExampleViolation,
): Flaw {
  const where = `${part} ${pointer}`.trim();
  const text = `The contract's example ${name} of ${operationId} is invalid: ${where} ${message}.`;
  return { message: text, pointer: at };
}

/**
 * The example of the contract whose violation a response repeats: the contract contradicts itself,
 * and the server is not to blame. `undefined`: there is none.
 */
export function repeatedFlaw(
  operation: Operation,
  { body, status }: HttpResponse,
  { keyword, missing, part, pointer }: Violation,
): Flaw | undefined {
  if (part !== "body") return undefined;
  const shown = operation.scenarios.filter((scenario) => scenario.status === status);
  for (const scenario of shown) {
    const repeated = scenario.violations.find(
      (each) =>
        each.part === "response" &&
        each.pointer === pointer &&
        each.keyword === keyword &&
        each.missing === missing,
    );
    if (repeated === undefined) continue;
    const read = readJson(body);
    const example = scenario.response?.body ?? null;
    const isSame =
      "value" in read && isEqual(valueAt(read.value, pointer), valueAt(example, pointer));
    if (isSame || missing !== undefined) return flawOfExample(operation, scenario, repeated);
  }
  return undefined;
}
