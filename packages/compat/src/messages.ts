import { deriveCases, deriveResponses } from "@workflow-api/conformance";
import {
  appendPointer,
  type Contract,
  type HttpRequest,
  type HttpResponse,
  type JsonValue,
  type JudgedRequest,
  judgeResponse,
  type Operation,
  type ParameterValues,
  readJson,
  replaceAt,
  requestFor,
} from "@workflow-api/contract";
import { counterpartPath } from "./counterpart.ts";

/** A request, or a response, that is derived from one of two contracts. */
export interface Message {
  readonly operation: Operation;
  /** The request; for a response, its request. */
  readonly request: HttpRequest;
  readonly response: HttpResponse | undefined;
  /** The values of the parameters of the request, by `Parameter.key`. */
  readonly values: ParameterValues;
  /** The parsed body of the response, or else of the request. */
  readonly body: JsonValue | undefined;
}

/** A message as a contract reads it. No violations: it allows the message. */
export type Reading = Pick<JudgedRequest, "body" | "operation" | "values" | "violations">;

/** A contract is often compared with several: the versions of a history, each edit in a test. */
const derived = new WeakMap<Operation, readonly Message[]>();

const kinds: readonly string[] = ["scenario", "valid", "invalid", "unauthenticated"];

/**
 * Derives requests and responses of an operation: valid ones, and ones that break one rule, which a
 * contract without that rule allows.
 */
export function messagesOf(contract: Contract, operation: Operation): readonly Message[] {
  const known = derived.get(operation);
  if (known !== undefined) return known;
  const alone = { ...contract, operations: [operation] };
  const requests = deriveCases(alone)
    .filter(({ expected }) => kinds.includes(expected.kind))
    .map((one) => ({ ...one, operation, response: undefined }));
  const responses = deriveResponses(alone).map((one): Message => {
    const read = readJson(one.response.body);
    const body = "value" in read ? read.value : undefined;
    return { ...one, body, request: requestFor(operation, one.values) };
  });
  const messages = [...requests, ...responses];
  derived.set(operation, messages);
  return messages;
}

/**
 * Reads a message by a contract. `undefined`: it documents no such response.
 *
 * @param operation - The counterpart in that contract of the operation of the message.
 */
export function readMessage(
  message: Message,
  contract: Contract,
  operation: Operation | undefined,
): Reading | undefined {
  const { request, response, values } = message;
  if (response !== undefined)
    return (
      operation && {
        operation,
        values,
        body: undefined,
        violations: judgeResponse(operation, response, values),
      }
    );
  const path =
    operation === undefined
      ? request.path
      : counterpartPath(request.path, message.operation, operation);
  const judged = contract.judge({ ...request, path });
  if (judged.operation !== undefined)
    return { ...judged, violations: [...judged.unauthenticated, ...judged.violations] };
  const expected = `must lead to an operation (${request.method} ${path})`;
  const violation = { part: "path", pointer: "", keyword: "path", message: expected };
  return { ...judged, violations: [violation] };
}

/**
 * The same message with another value at a path into a part, where `*` is any existing member.
 * `undefined`: the message has no such part.
 */
export function withValue(
  message: Message,
  part: string,
  at: readonly string[],
  value: JsonValue,
): Message | undefined {
  const { operation, request, response, values } = message;
  const whole = part === "body" ? message.body : values.get(part);
  const [pointer] = pointersTo(whole, at);
  if (whole === undefined || pointer === undefined) return undefined;
  if (response !== undefined && part !== "body") return undefined;
  const replaced = replaceAt(whole, pointer, value);
  if (response !== undefined)
    return {
      ...message,
      body: replaced,
      response: { ...response, body: JSON.stringify(replaced) },
    };
  const sent = part === "body" ? values : new Map(values).set(part, replaced);
  const body = part === "body" ? replaced : message.body;
  const { headers, ...rest } = requestFor(operation, sent, body);
  const all = { ...request.headers, ...headers };
  return { ...message, values: sent, body, request: { ...rest, headers: all } };
}

/** The JSON Pointers of what is at a path; `*` stands for any member. */
export function pointersTo(value: JsonValue | undefined, at: readonly string[]): string[] {
  const [token, ...rest] = at;
  if (token === undefined) return value === undefined ? [] : [""];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    token === "*" || token === name
      ? pointersTo(member, rest).map((below) => appendPointer("", name) + below)
      : [],
  );
}
