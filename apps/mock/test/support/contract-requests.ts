import {
  type JsonValue,
  type Operation,
  requestFor,
  type Scenario,
  scenarioRequest,
} from "@workflow-api/contract";
import { sampleCredentials } from "../../src/index.ts";
import type { Sent } from "./http.ts";

/** The request of a scenario, with sample credentials. */
export function authenticated(operation: Operation, scenario: Scenario): Sent {
  const { method, target, headers, body } = scenarioRequest(operation, scenario);
  return withCredentials(operation, { method, target, headers, body });
}

/** The request of a scenario with another value for one query parameter. */
export function withQuery(operation: Operation, scenario: Scenario, name: string, value: JsonValue): Sent {
  const values = new Map([...scenario.values, [`query ${name}`, value]]);
  const { method, target, headers, body } = requestFor(operation, values, scenario.body);
  return withCredentials(operation, { method, target, headers, body });
}

function withCredentials(operation: Operation, { target, headers, ...others }: Sent): Sent {
  const credentials = sampleCredentials(operation);
  const query = credentials.query.join("&");
  const cookies = [headers["Cookie"], ...credentials.cookies].filter((cookie) => cookie !== undefined);
  return {
    ...others,
    target: query === "" ? target : `${target}${target.includes("?") ? "&" : "?"}${query}`,
    headers: {
      ...headers,
      ...credentials.headers,
      ...(cookies.length > 0 && { Cookie: cookies.join("; ") }),
    },
  };
}

/** Every subset, the empty one first. */
export function subsets<T>([first, ...others]: readonly T[]): T[][] {
  if (first === undefined) return [[]];
  const without = subsets(others);
  return [...without, ...without.map((subset) => [first, ...subset])];
}
