import { createMaker, type Maker, placeholderOf } from "@workflow-api/conformance";
import {
  type Contract,
  type HttpRequest,
  type HttpResponse,
  judgeResponse,
  type MediaType,
  type Operation,
  type ParameterValues,
  type Response,
  requestFor,
  type SecurityRequirement,
  sampleHeader,
  sampleRequest,
  serializeParameter,
  type Violation,
  withCredential,
  withIncludes,
  writeBody,
} from "@workflow-api/contract";
import { essenceOf, responseFor } from "@workflow-api/contract/http";
import type { JsonValue } from "@workflow-api/contract/json";
import { counterpartPath } from "../pair/counterpart.ts";

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

/** Makes the values of this package. */
export const maker: Maker = createMaker();

/** The values of a message. */
export interface MessageValues {
  readonly values: ParameterValues;
  readonly body?: BodySample | undefined;
}

/** A body of a media type. */
export interface BodySample {
  readonly mediaType: string;
  readonly value: JsonValue;
}

/** The media types of a body, those of JSON first. */
export function allMediaTypes(
  body: Pick<Response, "content" | "undescribed"> | undefined,
): readonly MediaType[] {
  return [...(body?.content ?? []), ...(body?.undescribed ?? [])];
}

/** The values of the sample of a request. */
export function sampleValues(operation: Operation, hasOptional: boolean): MessageValues {
  const options = { make: maker.sample, hasOptional };
  const { body: value, mediaType, values } = sampleRequest(operation, undefined, options);
  if (value !== undefined && mediaType !== undefined) return { values, body: { mediaType, value } };
  const [body] = allMediaTypes(operation.requestBody).flatMap(bodiesOf);
  return { values, body };
}

/** Requests by each security requirement, with each media type of the body, and with no body. */
export function requestsOf(operation: Operation): Message[] {
  const { requestBody, security } = operation;
  const least = sampleValues(operation, false);
  const { values } = sampleValues(operation, true);
  const bodies = allMediaTypes(requestBody).flatMap(bodiesOf);
  const [schemes = [], ...otherSchemes] = security;
  return [
    requestOf(operation, least, schemes),
    ...[undefined, ...bodies].map((body) => requestOf(operation, { values, body }, schemes)),
    ...otherSchemes.map((each) => requestOf(operation, least, each)),
  ];
}

/** A body of a media type. Empty: no value was found. */
export function bodiesOf({ mediaType, shape }: MediaType): BodySample[] {
  const value = maker.sample(shape);
  return value === undefined ? [] : [{ mediaType, value }];
}

/** A request with these values, and with placeholders for credentials. */
export function requestOf(
  operation: Operation,
  { body, values }: MessageValues,
  schemes: SecurityRequirement = operation.security[0] ?? [],
): Message {
  const sent = schemes.reduce(
    (current, each) => withCredential(current, each, placeholderOf(each)),
    requestFor(operation, values, body?.value, body?.mediaType),
  );
  return { operation, request: sent, response: undefined, values, body: body?.value };
}

/** A documented response of an operation, and the status that it is sent with. */
export interface ResponseSite {
  readonly operation: Operation;
  readonly documented: Response;
  readonly status: number;
}

/** Responses with each media type of the body, and with no optional header. */
export function responsesOf(site: ResponseSite): Message[] {
  const { documented } = site;
  const [first, ...bodies] = allMediaTypes(documented).flatMap(bodiesOf);
  const headers = headersOf(documented, true);
  return [
    responseOf(site, { body: first, headers }),
    responseOf(site, { body: first, headers: headersOf(documented, false) }),
    ...bodies.map((body) => responseOf(site, { body, headers })),
  ];
}

/** The body and the headers of a response. */
export interface ResponseValues {
  readonly body: BodySample | undefined;
  /** By name in lower case, as they are sent. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A response to a request for everything that it can include. */
export function responseOf(
  { operation, status }: ResponseSite,
  { body, headers }: ResponseValues,
): Message {
  const values = withIncludes(operation, new Map(), operation.includes);
  const sampled = sampleValues(operation, true);
  const request = requestFor(operation, new Map([...sampled.values, ...values]));
  const { contentType, text = "" } = (body && writeBody(body.value, body.mediaType)) ?? {};
  const response = {
    status,
    headers: { ...headers, ...(contentType !== undefined && { "content-type": contentType }) },
    body: text,
  };
  return { operation, request, response, values, body: body?.value };
}

/**
 * The statuses of a response of an operation: the code itself, or of a range all that no other
 * response documents.
 */
export function responseSites(operation: Operation, code: string): ResponseSite[] {
  const exact = operation.responses.find((each) => each.code === code);
  const documented = exact ?? responseFor(operation, Number(code));
  if (documented === undefined) return [];
  if (/^\d+$/.test(code)) return [{ operation, documented, status: Number(code) }];
  const first = documented.status;
  return Array.from({ length: 100 }, (_, index) => first - (first % 100) + index)
    .toSorted((one, other) => Number(other === first) - Number(one === first))
    .filter((status) => responseFor(operation, status) === documented)
    .map((status) => ({ operation, documented, status }));
}

/** The headers of a sample of a response. */
export function headersOf({ headers }: Response, hasOptional: boolean): Record<string, string> {
  return Object.fromEntries(
    headers.flatMap((header) => {
      const { name, required, shape } = header;
      if (!required && !hasOptional) return [];
      const value = sampleHeader(header, undefined, maker.sample) ?? maker.sample(shape);
      return value === undefined ? [] : [[name.toLowerCase(), serializeParameter(header, value)]];
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
  if (response !== undefined)
    return (
      operation && [
        ...judgeResponse(operation, response, values).violations,
        ...bodyViolations(message, responseFor(operation, response.status)),
      ]
    );
  const path = operation
    ? counterpartPath(request.path, message.operation, operation)
    : request.path;
  const judged = contract.judge({ ...request, path });
  if (judged.operation !== undefined && judged.operation === operation)
    return [
      ...judged.unauthenticated,
      ...judged.violations,
      ...bodyViolations(message, operation.requestBody),
    ];
  const found =
    judged.operation === undefined
      ? `must lead to an operation (${request.method} ${path})`
      : `leads to ${judged.operation.operationId}`;
  return [{ part: "path", pointer: "", keyword: "path", message: found }];
}

/** What the contract says of a body that is not JSON, and a server or a client does not check. */
function bodyViolations(
  { body, request, response }: Message,
  documented: Pick<Response, "content" | "undescribed"> | undefined,
): Violation[] {
  const type = essenceOf((response ?? request).headers["content-type"] ?? "");
  const all = allMediaTypes(documented);
  if (documented === undefined || body === undefined || type === "" || all.length === 0) return [];
  const media = all.find((each) => isInRange(type, each));
  if (media === undefined) {
    const types = all.map(({ mediaType }) => mediaType).join(" or ");
    const message = `must be ${types}, but it is ${type}`;
    return [{ part: "header content-type", pointer: "", keyword: "mediaType", message }];
  }
  const isJudged = documented.content.includes(media);
  return isJudged ? [] : media.shape.violations(body).map((each) => ({ part: "body", ...each }));
}

function isInRange(type: string, { mediaType }: MediaType): boolean {
  const [start = "", wildcard] = essenceOf(mediaType).split("*");
  return wildcard === undefined ? type === start : type.startsWith(start);
}
