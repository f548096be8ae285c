import {
  type Contract,
  type HttpRequest,
  type HttpResponse,
  type JsonValue,
  judgeResponse,
  type Operation,
  type Violation,
} from "@workflow-api/contract";
import { counterpartOf, retarget } from "./counterpart.ts";

/** What a contract makes of a message. */
export interface Reading {
  /** `undefined`: it has no such path, or not this method of it. */
  readonly operation: Operation | undefined;
  /** The values of the parameters of the request, by `Parameter.key`. */
  readonly values: ReadonlyMap<string, JsonValue>;
  /** The body of a request. */
  readonly body: JsonValue | undefined;
  /** Empty: it allows the message. */
  readonly violations: readonly Violation[];
}

/**
 * Reads a request.
 *
 * @param operation - That for which it was made, perhaps of another contract.
 */
export function readRequest(
  contract: Contract,
  request: HttpRequest,
  operation: Operation | undefined,
): Reading {
  const route = (target: string) => contract.route(request.method, target.split("?")[0] ?? "");
  const counterpart = operation && counterpartOf(operation, contract);
  const other = counterpart && retarget(request.target, operation, counterpart);
  const isThere = route(request.target).operation !== undefined;
  const target = isThere || other === undefined ? request.target : other;
  const found = route(target);
  if (found.operation === undefined) {
    const message = `must lead to an operation (${request.method} ${target.split("?")[0]})`;
    const violations = [{ part: "path", pointer: "", keyword: "path", message }];
    return { operation: undefined, values: new Map(), body: undefined, violations };
  }
  const judged = contract.judge({ ...request, target });
  const { body, unauthenticated, values, violations } = judged;
  return { ...found, values, body, violations: [...unauthenticated, ...violations] };
}

/** Reads a response. `undefined`: the contract has no such operation. */
export function readResponse(
  contract: Contract,
  operation: Operation,
  values: ReadonlyMap<string, JsonValue>,
  response: HttpResponse,
): Reading | undefined {
  const counterpart = counterpartOf(operation, contract);
  if (counterpart === undefined) return undefined;
  const violations = judgeResponse(counterpart, response, values);
  return { operation: counterpart, values, body: undefined, violations };
}
