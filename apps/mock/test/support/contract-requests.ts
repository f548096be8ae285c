import {
  askFor,
  type Include,
  type Operation,
  requestFor,
  type Scenario,
  scenarioRequest,
} from "@workflow-api/contract";
import { withSampleCredentials } from "../../src/sample-credentials.ts";
import type { Sent } from "./http.ts";

/** The request of a scenario, with sample credentials. */
export function authenticated(operation: Operation, scenario: Scenario): Sent {
  return withSampleCredentials(operation, scenarioRequest(operation, scenario));
}

/** The request of a scenario that asks to include this and nothing else. */
export function asking(operation: Operation, scenario: Scenario, asked: readonly Include[]): Sent {
  const values = askFor(operation, scenario.values, asked);
  return withSampleCredentials(operation, requestFor(operation, values, scenario.body));
}

/** Every subset, the empty one first. */
export function subsets<T>([first, ...others]: readonly T[]): T[][] {
  if (first === undefined) return [[]];
  const without = subsets(others);
  return [...without, ...without.map((subset) => [first, ...subset])];
}
