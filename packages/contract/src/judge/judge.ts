import { essenceOf, isBodiless, isJson, isSuccess, mediaOf, responseFor } from "../http.ts";
import { isObject, type JsonValue, valueAt } from "../json.ts";
import type {
  HttpMessage,
  HttpRequest,
  HttpResponse,
  JudgedRequest,
  JudgedResponse,
  Note,
  Violation,
} from "../messages.ts";
import type {
  Contract,
  MediaType,
  Operation,
  Parameter,
  ParameterValues,
  Response,
  SecurityScheme,
} from "../model.ts";
import { askedIncludes, unaskedPointers } from "../scenarios/extensions.ts";
import type { Shape } from "../schema/shape.ts";
import { credentialIn } from "../wire/credentials.ts";
import { locationKey, locations, type Pair, type ParameterLocation } from "../wire/locations.ts";
import { isNamedBy, pairsOfParameter, parseParameter } from "../wire/read.ts";
import { readBody } from "../wire/read-body.ts";
import { notesOn } from "./request-notes.ts";

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

/** A value as it was read, and what is wrong with it. */
interface JudgedValue {
  /** `undefined`: it is absent, or cannot be parsed. */
  readonly value?: JsonValue;
  readonly violations: readonly Violation[];
  readonly notes?: readonly Note[];
  /** The JSON Pointers of what is not sent in this direction. */
  readonly excluded?: readonly string[];
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

/**
 * Reads and validates a parameter, or a header of a response.
 *
 * @param allPairs - The pairs of its location.
 * @param isFree - Whether no other one has a pair.
 */
function judgeParameter(
  parameter: Parameter,
  allPairs: readonly Pair[],
  isFree: (pair: Pair) => boolean = () => true,
): JudgedValue {
  const { in: location, key, name, required, shape } = parameter;
  const pairs = pairsOfParameter(parameter, allPairs, isFree);
  if (pairs.length === 0) {
    // Without members, an object that has its own pairs looks as if it was not sent.
    const isMissing = required && !(hasMembers(parameter) && shape.violations({}).length === 0);
    return { violations: isMissing ? [violation(key, "required", "is required")] : [] };
  }
  if (locations[location].needsEquals && pairs.some(([, text]) => text === undefined))
    return { violations: [violation(key, "style", `must have a value: ${name}=value`)] };
  const value = parseParameter(parameter, pairs);
  const { notes, violations } = validated(key, shape, value);
  const all = [...repetition(parameter, pairs), ...violations];
  return { value, violations: withAdvice(parameter, value, all), notes };
}

function hasMembers({ members }: Parameter): boolean {
  return members.isOpen || members.names.size > 0;
}

/** A primitive in place of an object is often one whose form is not known. */
function withAdvice(
  { forms, key, name, style }: Parameter,
  value: JsonValue,
  violations: readonly Violation[],
): readonly Violation[] {
  const isMissingForm = forms.join() === "object" && !isObject(value) && style === "deepObject";
  if (!isMissingForm) return violations;
  return violations.map((each) =>
    each.part === key && each.pointer === "" && each.keyword === "type"
      ? { ...each, message: `${each.message}: write each member as ${name}[member]=value` }
      : each,
  );
}

/** The value of a header, or none. It may be called `constructor`, as every object inherits. */
function headerTexts(headers: HttpMessage["headers"], name: string): string[] {
  const key = name.toLowerCase();
  const text = Object.hasOwn(headers, key) ? headers[key] : undefined;
  return text === undefined ? [] : [text];
}

/** A parameter that is repeated although it is sent once. */
function repetition(parameter: Parameter, pairs: readonly Pair[]): Violation[] {
  const { isList, key, name } = parameter;
  const times = pairs.filter(([each]) => each === name).length;
  const isRepeatable =
    parameter.explode && (parameter.forms.includes("list") || parameter.style === "deepObject");
  if (times < 2 || isRepeatable || times < pairs.length) return [];
  const form = isList ? `: write its items with commas between them, ${name}=a,b` : "";
  return [violation(key, "explode", `must be sent once, but comes ${times} times${form}`)];
}

function violation(part: string, keyword: string, message: string, pointer = ""): Violation {
  return { part, pointer, keyword, message };
}

/** What is wrong with a part, and the patterns that were not tried. */
function validated(
  part: string,
  shape: Shape,
  value: JsonValue,
): Required<Pick<JudgedValue, "notes" | "violations">> {
  const { unmatched, violations } = shape.validate(value);
  return {
    violations: violations.map((each) => ({ part, ...each })),
    notes: unmatched.map((pattern) => ({
      part,
      message: `the pattern ${pattern} is not matched: that may take too long`,
    })),
  };
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
 * Reads a body by the media type that its `Content-Type` names.
 *
 * @param others - Further media types that it may have.
 */
function judgeContent(
  content: readonly MediaType[],
  message: HttpMessage,
  others: readonly MediaType[] = [],
): JudgedValue {
  const type = headerTexts(message.headers, "content-type")[0];
  const media = mediaOf(content, type);
  if (media === undefined) {
    const types = [...content, ...others].map(({ mediaType }) => mediaType).join(" or ");
    const received = type?.trim() ? `it is ${essenceOf(type)}` : "there is none";
    return {
      violations: [
        violation("header content-type", "mediaType", `must be ${types}, but ${received}`),
      ],
    };
  }
  const { value, violations } = readBody(message);
  if (value === undefined) return { violations };
  const { shape } = media;
  const found = validated("body", shape, value);
  return {
    value,
    violations: [...violations, ...found.violations],
    notes: found.notes,
    excluded: shape.excludedIn(value),
  };
}

/**
 * What is missing or malformed in the credentials of a request. One complete security requirement
 * is enough; if none is complete, the one that lacks least is reported.
 */
function judgeSecurity({ security }: Operation, request: HttpRequest): readonly Violation[] {
  const judged = security.map((requirement) => ({
    size: requirement.length,
    problems: requirement.flatMap((scheme) => credentialProblem(scheme, request) ?? []),
  }));
  // If two lack as much, more of the longer one is given.
  const [nearest] = judged.toSorted(
    (a, b) => a.problems.length - b.problems.length || b.size - a.size,
  );
  return nearest?.problems ?? [];
}

function credentialProblem(scheme: SecurityScheme, request: HttpRequest): Violation | undefined {
  const { key, type } = scheme;
  const value = credentialIn(request, scheme)?.trim() ?? "";
  if (value === "") return violation(key, "security", "is required");
  // RFC 6750, 2.1, and RFC 7617; the scheme is written in any case (RFC 9110, 11.1).
  const [, authScheme] = /^(\S+) +[\w\-.~+/]+=*$/.exec(value) ?? [];
  if (type === "apiKey" || authScheme?.toLowerCase() === type) return undefined;
  const form = type === "bearer" ? "Bearer and a token" : "Basic and name:password in base64";
  return violation(key, "security", `must be ${form}, with a space between them`);
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

/** Whether the `Content-Type` of a message is one of these media types, or in one of the ranges. */
function isNamed(ranges: readonly MediaType[], { headers }: HttpMessage): boolean {
  const type = essenceOf(headerTexts(headers, "content-type")[0] ?? "");
  if (type === "") return false;
  return ranges.some((range) => {
    const [start = "", wildcard] = essenceOf(range.mediaType).split("*");
    return wildcard === undefined ? type === start : type.startsWith(start) && !isJson(type);
  });
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
