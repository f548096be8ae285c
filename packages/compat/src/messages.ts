import { createMaker, deriveCases, deriveResponses } from "@workflow-api/conformance";
import {
  type Contract,
  type HttpRequest,
  type HttpResponse,
  type JudgedRequest,
  judgeResponse,
  type MediaType,
  type Operation,
  type ParameterValues,
  requestFor,
} from "@workflow-api/contract";
import { readJson, responseFor } from "@workflow-api/contract/http";
import {
  appendPointer,
  isObject,
  type JsonValue,
  replaceAt,
  valueAt,
} from "@workflow-api/contract/json";
import { counterpartPath } from "./counterpart.ts";
import { statementsFrom } from "./written.ts";

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
  const messages = derived.get(operation) ?? deriveMessages(contract, operation);
  derived.set(operation, messages);
  return messages;
}

function deriveMessages(contract: Contract, operation: Operation): Message[] {
  const { requestBody, responses } = operation;
  const bodies = [requestBody?.content ?? [], ...responses.map(({ content }) => content)].flat();
  const written = [...statementsFrom(contract.sourceDocument, [operation.pointer]).values()];
  const isLarge =
    written.join("").length > largest || bodies.some(({ shape }) => shape.recursions.length > 0);
  const alone = isLarge
    ? withoutBodies(contract, operation)
    : { ...contract, operations: [operation] };
  const requests = deriveCases(alone)
    .filter(({ expected }) => kinds.includes(expected.kind))
    .map((each): Message => ({ ...each, operation, response: undefined }));
  const answers = deriveResponses(alone).map((each): Message => {
    const read = readJson(each.response.body);
    const body = "value" in read ? read.value : undefined;
    return { ...each, operation, body, request: requestFor(operation, each.values) };
  });
  return isLarge
    ? [
        ...requests,
        ...requests.flatMap((each, index) =>
          withBodies(each, requestBody?.content ?? [], index === 0),
        ),
        ...answers.flatMap((each, index) => {
          const { content = [] } = responseFor(operation, each.response?.status ?? 0) ?? {};
          const isFirst = each.response?.status !== answers[index - 1]?.response?.status;
          return withBodies(each, content, isFirst);
        }),
      ]
    : [...requests, ...answers];
}

/** So many characters of an operation with its schemas have too many values that break one rule. */
const largest = 6000;

/**
 * Of a tree, and of a large operation, each branch of a body is sampled once: here its operation has
 * no bodies.
 */
function withoutBodies(contract: Contract, operation: Operation): Contract {
  const responses = operation.responses.map((response) => ({ ...response, content: [] }));
  const bare: Operation = { ...operation, requestBody: undefined, responses };
  return {
    ...contract,
    operations: [bare],
    judge: (request) => {
      const judged = contract.judge(request);
      if (judged.operation !== operation) return judged;
      const violations = judged.violations.filter(({ part }) => part !== "body");
      return { ...judged, operation: bare, violations };
    },
  };
}

const { sample } = createMaker();

/** The message with a sample of each media type, or of all of their branches. */
function withBodies(
  message: Message,
  content: readonly MediaType[],
  hasBranches: boolean,
): Message[] {
  const found = content.flatMap(({ mediaType, shape }) =>
    (hasBranches ? shape.variants() : [shape]).flatMap((variant): Message[] => {
      const body = sample(variant);
      if (body === undefined) return [];
      const { request, response } = message;
      const sent = <Sent extends HttpRequest | HttpResponse>(to: Sent): Sent => ({
        ...to,
        headers: { ...to.headers, "content-type": mediaType },
        body: JSON.stringify(body),
      });
      return response === undefined
        ? [{ ...message, body, request: sent(request) }]
        : [{ ...message, body, response: sent(response) }];
    }),
  );
  return found.length === 0 && message.response !== undefined ? [message] : found;
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

/** The objects at a path of a message, each without one of its members. */
export function withoutMembers(message: Message, part: string, at: readonly string[]): JsonValue[] {
  const whole = part === "body" ? message.body : message.values.get(part);
  const [pointer] = pointersTo(whole, at);
  const value = pointer === undefined ? undefined : valueAt(whole, pointer);
  return Object.keys(isObject(value) ? value : {}).map((name) =>
    replaceAt(value ?? null, appendPointer("", name), undefined),
  );
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
