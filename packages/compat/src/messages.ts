import { createMaker, placeholderOf } from "@workflow-api/conformance";
import {
  type Contract,
  type HttpRequest,
  type HttpResponse,
  judgeResponse,
  type MediaType,
  type Operation,
  type Parameter,
  type ParameterValues,
  type Response,
  requestFor,
  type SecurityRequirement,
  serializeParameter,
  type Violation,
  withIncludes,
} from "@workflow-api/contract";
import { credentialPrefix, responseFor } from "@workflow-api/contract/http";
import { appendPointer, isObject, type JsonValue, replaceAt } from "@workflow-api/contract/json";
import { counterpartPath } from "./counterpart.ts";

/** A request, or a response, that is derived from one of two contracts. */
export interface Message {
  readonly operation: Operation;
  /** The request; for a response, its request. */
  readonly request: HttpRequest;
  readonly response: HttpResponse | undefined;
  /** The values of the parameters of the request that matter, by `Parameter.key`. */
  readonly values: ParameterValues;
  /** The parsed body of the response, or else of the request. */
  readonly body: JsonValue | undefined;
}

const { sample } = createMaker();

/** A contract is often compared with several: the versions of a history, each edit in a test. */
const derived = new WeakMap<Operation, readonly Message[]>();

/** Derives valid requests and responses of an operation. */
export function messagesOf(operation: Operation): readonly Message[] {
  const messages = derived.get(operation) ?? [...requestsOf(operation), ...responsesOf(operation)];
  derived.set(operation, messages);
  return messages;
}

/** Requests by each security requirement, with each branch of the body, and without options. */
function requestsOf(operation: Operation): Message[] {
  const { requestBody, security } = operation;
  const bodies = (requestBody?.content ?? []).flatMap(bodiesOf);
  const [body] = bodies;
  const all = valuesOf(operation.parameters, true);
  const least = valuesOf(operation.parameters, false);
  const [schemes = [], ...otherSchemes] = security;
  return [
    requestBy(operation, least, body, schemes),
    ...[undefined, ...bodies].map((each) => requestBy(operation, all, each, schemes)),
    ...otherSchemes.map((each) => requestBy(operation, least, body, each)),
  ];
}

/** A body of a media type. */
interface Body {
  readonly mediaType: string;
  readonly value: JsonValue;
}

/** A sample of each branch of a representation, and its examples. */
function bodiesOf({ examples, mediaType, shape }: MediaType): Body[] {
  const samples = [...shape.variants().map(sample), ...examples.map(({ value }) => value)];
  return samples.flatMap((value) => (value === undefined ? [] : [{ mediaType, value }]));
}

/** The examples of parameters, or samples of them. */
function valuesOf(parameters: readonly Parameter[], hasOptional: boolean): ParameterValues {
  const chosen = parameters.filter(({ required }) => hasOptional || required);
  return new Map(
    chosen.flatMap(({ examples, key, shape }) => {
      const value = examples[0]?.value ?? sample(shape);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

function requestBy(
  operation: Operation,
  values: ParameterValues,
  body: Body | undefined,
  schemes: SecurityRequirement,
): Message {
  const request = requestFor(operation, values, body?.value);
  const credentials = schemes.map(
    (each) =>
      [each.header.toLowerCase(), credentialPrefix[each.type] + placeholderOf(each)] as const,
  );
  const headers = {
    ...request.headers,
    ...Object.fromEntries(credentials),
    ...(body && { "content-type": body.mediaType }),
  };
  return {
    operation,
    request: { ...request, headers },
    response: undefined,
    values,
    body: body?.value,
  };
}

/** Each documented response, with each branch of the body, and with no optional header. */
function responsesOf(operation: Operation): Message[] {
  const all = valuesOf(operation.parameters, true);
  const values = withIncludes(operation, new Map(), operation.includes);
  const request = requestFor(operation, new Map([...all, ...values]));
  return operation.responses.flatMap((documented) => {
    const status = statusOf(operation, documented);
    const [first, ...bodies] = documented.content.flatMap(bodiesOf);
    const responseBy = (body: Body | undefined, hasOptional: boolean): Message => {
      const headers = {
        ...headersOf(documented, hasOptional),
        ...(body && { "content-type": body.mediaType }),
      };
      const text = body === undefined ? "" : JSON.stringify(body.value);
      const response = { status, headers, body: text };
      return { operation, request, response, values, body: body?.value };
    };
    return [
      responseBy(first, true),
      responseBy(first, false),
      ...bodies.map((body) => responseBy(body, true)),
    ];
  });
}

/** A status that a response documents, and no other response of the operation. */
function statusOf(operation: Operation, documented: Response): number {
  const statuses = Array.from({ length: 100 }, (_, index) => documented.status + index);
  const isIts = (status: number): boolean => responseFor(operation, status) === documented;
  return statuses.find(isIts) ?? documented.status;
}

function headersOf({ headers }: Response, hasOptional: boolean): Record<string, string> {
  const values = valuesOf(headers, hasOptional);
  return Object.fromEntries(
    headers.flatMap((header) => {
      const value = values.get(header.key);
      const name = header.name.toLowerCase();
      return value === undefined ? [] : [[name, serializeParameter(header, value)] as const];
    }),
  );
}

/**
 * What a contract finds wrong with a message. Empty: it allows the message. `undefined`: it does
 * not have the operation of a response.
 *
 * @param operation - The counterpart in that contract of the operation of the message.
 */
export function readMessage(
  message: Message,
  contract: Contract,
  operation: Operation | undefined,
): readonly Violation[] | undefined {
  const { request, response, values } = message;
  if (response !== undefined) return operation && judgeResponse(operation, response, values);
  const path = operation
    ? counterpartPath(request.path, message.operation, operation)
    : request.path;
  const judged = contract.judge({ ...request, path });
  if (judged.operation !== undefined && judged.operation === operation)
    return [...judged.unauthenticated, ...judged.violations];
  const found =
    judged.operation === undefined
      ? `must lead to an operation (${request.method} ${path})`
      : `leads to ${judged.operation.operationId}`;
  return [{ part: "path", pointer: "", keyword: "path", message: found }];
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
  const isBody = part === "body";
  const found = isBody ? message.body : values.get(part);
  const [place] = valuesAt(message, part, at);
  if (found === undefined || place === undefined || (response && !isBody)) return undefined;
  const replaced = replaceAt(found, place.pointer, value);
  const text = JSON.stringify(replaced);
  if (response) return { ...message, body: replaced, response: { ...response, body: text } };
  const sent = isBody ? values : new Map(values).set(part, replaced);
  const body = isBody ? replaced : message.body;
  const { headers, ...rest } = requestFor(operation, sent, body);
  const all = { ...request.headers, ...headers };
  return { ...message, values: sent, body, request: { ...rest, headers: all } };
}

/**
 * Values that break a rule that no other value shows, made from what a message has at a path: lists
 * of other lengths, objects without a member or with another one, and a number between others.
 */
export function variationsOf(message: Message, part: string, at: readonly string[]): JsonValue[] {
  const value = valuesAt(message, part, at)[0]?.value;
  if (typeof value === "number") return [value + 0.12345];
  if (Array.isArray(value)) {
    const { length } = value;
    return [0, 1, 2, 3, 4, 5, 12].map((count) =>
      Array.from({ length: length === 0 ? 0 : count }, (_, index) => value[index % length] ?? null),
    );
  }
  if (!isObject(value)) return [];
  return [
    {},
    ...Object.keys(value).map((name) => replaceAt(value, appendPointer("", name), undefined)),
    ...[null, 0.5, "text", true].map((other) => ({ ...value, another: other })),
  ];
}

/** A value in a part of a message. */
interface PlacedValue {
  readonly pointer: string;
  readonly value: JsonValue;
}

/** What a message has at a path into a part; `*` stands for any member. */
export function valuesAt(
  { body, values }: Message,
  part: string,
  at: readonly string[],
): PlacedValue[] {
  const value = part === "body" ? body : values.get(part);
  const start: PlacedValue[] = value === undefined ? [] : [{ pointer: "", value }];
  return at.reduce((found, token) => found.flatMap((each) => membersAt(each, token)), start);
}

function membersAt({ pointer, value }: PlacedValue, token: string): PlacedValue[] {
  const members = Object.entries(isObject(value) || Array.isArray(value) ? value : {});
  return members
    .filter(([name]) => token === "*" || token === name)
    .map(([name, member = null]) => ({ pointer: appendPointer(pointer, name), value: member }));
}
