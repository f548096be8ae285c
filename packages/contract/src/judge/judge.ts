import { isBodiless, isSuccess, responseFor } from "../http.ts";
import { type JsonValue, valueAt } from "../json.ts";
import type {
  HttpMessage,
  HttpRequest,
  HttpResponse,
  JudgedRequest,
  JudgedResponse,
  Violation,
} from "../messages.ts";
import type { Contract, Operation, Parameter, ParameterValues, Response } from "../model.ts";
import { askedIncludes, unaskedPointers } from "../scenarios/extensions.ts";
import { locationKey, locations, type Pair, type ParameterLocation } from "../wire/locations.ts";
import { isNamedBy } from "../wire/read.ts";
import { isNamed, type JudgedValue, judgeContent, violation } from "./content.ts";
import { judgeParameter } from "./parameter.ts";
import { notesOn } from "./request-notes.ts";
import { judgeSecurity } from "./security.ts";

/**
 * Routes a request and validates its credentials, parameters and body. What the contract does not
 * declare is ignored, as HTTP asks, and noted.
 */
export function judgeRequest(contract: Contract, request: HttpRequest): JudgedRequest {
  const route = contract.route(request.method, request.path);
  const { operation, segments } = route;
  if (operation === undefined) {
    const nothing = { unauthenticated: [], violations: [], notes: [] };
    return { ...route, values: new Map(), body: undefined, ...nothing };
  }
  const pairs = pairsOfRequest(request, segments);
  const parameters = operation.parameters.map((parameter) => ({
    key: parameter.key,
    ...judgeParameter(parameter, pairs(parameter.in), isFreeFor(operation, parameter)),
  }));
  const values = new Map(
    parameters.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]])),
  );
  const body = judgeBody(operation, request);
  return {
    ...route,
    values,
    body: body.value,
    unauthenticated: judgeSecurity(operation, request),
    violations: [...parameters, body].flatMap(({ violations }) => violations),
    notes: [
      ...notesOn(operation, request, pairs("query"), values),
      ...(body.excluded ?? []).map((pointer) => ({
        part: "body",
        message: `${pointer} is read-only: a server ignores or refuses it`,
      })),
      ...[...parameters, body].flatMap(({ notes = [] }) => notes),
    ],
  };
}

/** Reads the pairs of each location once. */
function pairsOfRequest(
  request: HttpRequest,
  segments: ReadonlyMap<string, string>,
): (location: ParameterLocation) => readonly Pair[] {
  const read = new Map<ParameterLocation, readonly Pair[]>();
  return (location) => {
    const pairs = read.get(location) ?? locations[location].read(request, segments);
    read.set(location, pairs);
    return pairs;
  };
}

/** Whether neither another parameter nor a credential has a pair of this location. */
function isFreeFor(
  { parameters, security }: Operation,
  { in: location, key }: Parameter,
): (pair: Pair) => boolean {
  const others = parameters.filter((each) => each.in === location && each.key !== key);
  const schemes = security.flat().map((scheme) => scheme.key);
  return (pair) =>
    !schemes.includes(locationKey(location, pair[0])) &&
    !others.some((other) => isNamedBy(other, pair));
}

function judgeBody({ requestBody }: Operation, message: HttpMessage): JudgedValue {
  // An undeclared body has no meaning (RFC 9110, 9.3.1).
  if (requestBody === undefined) return { violations: [] };
  const { content, required, undescribed } = requestBody;
  if (message.body === "")
    return { violations: required ? [violation("body", "required", "is required")] : [] };
  const isAny = content.length === 0 && undescribed.length === 0;
  if (isAny || isNamed(undescribed, message)) return { violations: [] };
  return judgeContent(content, message, undescribed);
}

/**
 * Validates a response to an operation: its status, its headers, its media type, its body, and what
 * the request asked for.
 *
 * @param values - The values of the request's parameters, by their keys. `undefined`: the request
 * was not read, so neither includes nor ids are judged.
 */
export function judgeResponse(
  operation: Operation,
  response: HttpResponse,
  values: ParameterValues | undefined,
): JudgedResponse {
  const documented = responseFor(operation, response.status);
  if (documented === undefined) {
    const statuses = operation.responses.map(({ code }) => code).join(", ");
    const message = `must be documented (${statuses}), but is ${response.status}`;
    return { body: undefined, violations: [violation("status", "status", message)], notes: [] };
  }
  const headerPairs = locations.header.read({ headers: response.headers }, new Map());
  const headers = documented.headers.map((header) => judgeParameter(header, headerPairs));
  const body = judgeResponseBody(documented, response);
  const { value } = body;
  const isRead = values !== undefined && value !== undefined && isSuccess(response.status);
  const requestRelated = isRead
    ? [...judgeIncludes(operation, values, value), ...judgeIds(operation, values, value)]
    : [];
  return {
    body: value,
    violations: [...[...headers, body].flatMap(({ violations }) => violations), ...requestRelated],
    notes: [...headers, body].flatMap(({ notes = [] }) => notes),
  };
}

function judgeResponseBody(documented: Response, response: HttpResponse): JudgedValue {
  const hasNoBody = isBodiless(response.status);
  if (!hasNoBody && isUndescribed(documented, response)) return { violations: [] };
  if (!hasNoBody && documented.content.length > 0)
    return judgeContent(documented.content, response);
  const isEmpty = response.body === "";
  return { violations: isEmpty ? [] : [violation("body", "content", "must be empty")] };
}

/** Whether a response has a body that the contract does not describe. */
function isUndescribed({ content, undescribed }: Response, response: HttpResponse): boolean {
  return isNamed(undescribed, response) || (content.length === 0 && undescribed.length > 0);
}

function judgeIncludes(
  operation: Operation,
  values: ParameterValues,
  body: JsonValue,
): Violation[] {
  const requested = askedIncludes(operation, values);
  const missing = requested.filter(({ adds }) => valueAt(body, adds) === undefined);
  const unasked = unaskedPointers(operation, requested).filter(
    (pointer) => valueAt(body, pointer) !== undefined,
  );
  const wrong = (message: string, pointer: string): Violation =>
    violation("body", "x-includes", message, pointer);
  return [
    ...missing.map(({ adds, parameter, value }) =>
      wrong(`must be there, because ${parameter.name} asks for ${value}`, adds),
    ),
    ...unasked.map((pointer) =>
      wrong("must not be there, because the request does not ask for it", pointer),
    ),
  ];
}

/** The ids of a 2xx body that are not the requested ones. A number equals its string. */
function judgeIds(
  { parameters }: Operation,
  values: ParameterValues,
  body: JsonValue,
): Violation[] {
  return parameters.flatMap(({ identifies, key }) => {
    const requested = values.get(key);
    const found = identifies === undefined ? undefined : valueAt(body, identifies);
    if (requested === undefined || found === undefined || String(requested) === String(found))
      return [];
    return [violation("body", "x-identifies", `must equal ${key} of the request`, identifies)];
  });
}
