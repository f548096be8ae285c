import {
  essenceOf,
  isBodiless,
  isJson,
  isSuccess,
  mediaOf,
  readJson,
  responseFor,
} from "./http.ts";
import { type JsonValue, valueAt } from "./json.ts";
import type {
  Contract,
  HttpMessage,
  HttpRequest,
  HttpResponse,
  JudgedRequest,
  MediaType,
  Operation,
  Parameter,
  ParameterValues,
  Response,
  SecurityScheme,
  Violation,
} from "./model.ts";
import { notesOn } from "./notes.ts";
import { askedIncludes, unaskedPointers } from "./scenarios/extensions.ts";
import type { Shape } from "./shape.ts";
import { parseParameter, queryPairs } from "./wire.ts";

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
  const pairs = queryPairs(request.query);
  const textsOf = ({ in: place, name }: Parameter): string[] => {
    if (place === "query") return pairs.flatMap(([key, text]) => (key === name ? [text] : []));
    if (place === "header") return headerTexts(request.headers, name);
    return [segments.get(name) ?? ""];
  };
  const parameters = operation.parameters.map((parameter) => ({
    key: parameter.key,
    ...judgeParameter(parameter, textsOf(parameter)),
  }));
  const values = new Map(
    parameters.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]])),
  );
  const body = judgeBody(operation, request);
  return {
    ...route,
    values,
    body: body.value,
    unauthenticated: judgeSecurity(operation, request.headers),
    violations: [...parameters, body].flatMap(({ violations }) => violations),
    notes: [
      ...notesOn(operation, request, pairs, values),
      ...(body.excluded ?? []).map((pointer) => ({
        part: "body",
        message: `${pointer} is read-only: a server ignores or refuses it`,
      })),
    ],
  };
}

/** A value as it was read, and what is wrong with it. */
interface JudgedValue {
  /** `undefined`: it is absent, or cannot be parsed. */
  readonly value?: JsonValue;
  readonly violations: readonly Violation[];
  /** The JSON Pointers of what is not sent in this direction. */
  readonly excluded?: readonly string[];
}

/**
 * Reads and validates a parameter, or a header of a response.
 *
 * @param texts - Its strings on the wire. Empty: it was not sent.
 */
function judgeParameter(parameter: Parameter, texts: readonly string[]): JudgedValue {
  const { key, required, shape } = parameter;
  if (texts.length === 0)
    return { violations: required ? [violation(key, "required", "is required")] : [] };
  const value = parseParameter(parameter, texts);
  const violations = [...repetition(parameter, texts.length), ...violationsOf(key, shape, value)];
  return { value, violations };
}

/** The value of a header, or none. It may be called `constructor`, as every object inherits. */
function headerTexts(headers: HttpMessage["headers"], name: string): string[] {
  const key = name.toLowerCase();
  const text = Object.hasOwn(headers, key) ? headers[key] : undefined;
  return text === undefined ? [] : [text];
}

/** A query parameter that is repeated although it is sent once. */
function repetition({ explode, isList, key, name }: Parameter, times: number): Violation[] {
  if (times < 2 || (isList && explode)) return [];
  const form = isList ? `: write its items with commas between them, ${name}=a,b` : "";
  return [violation(key, "explode", `must be sent once, but comes ${times} times${form}`)];
}

function violation(part: string, keyword: string, message: string, pointer = ""): Violation {
  return { part, pointer, keyword, message };
}

function violationsOf(part: string, shape: Shape, value: JsonValue): Violation[] {
  return shape.violations(value).map((each) => ({ part, ...each }));
}

function judgeBody({ requestBody }: Operation, message: HttpMessage): JudgedValue {
  // An undeclared body has no meaning (RFC 9110, 9.3.1).
  if (requestBody === undefined) return { violations: [] };
  if (message.body !== "") return judgeContent(requestBody.content, message);
  return {
    violations: requestBody.required ? [violation("body", "required", "is required")] : [],
  };
}

/** Reads a body by the media type that its `Content-Type` names. */
function judgeContent(content: readonly MediaType[], message: HttpMessage): JudgedValue {
  const type = headerTexts(message.headers, "content-type")[0];
  const media = mediaOf(content, type);
  if (media === undefined) {
    const types = content.map(({ mediaType }) => mediaType).join(" or ");
    const received = type?.trim() ? `it is ${essenceOf(type)}` : "there is none";
    return {
      violations: [
        violation("header content-type", "mediaType", `must be ${types}, but ${received}`),
      ],
    };
  }
  const read = readJson(message.body);
  if ("message" in read) return { violations: [violation("body", "syntax", read.message)] };
  const { value } = read;
  const { shape } = media;
  return {
    value,
    violations: violationsOf("body", shape, value),
    excluded: shape.excludedIn(value),
  };
}

/**
 * What is missing or malformed in the credentials of a request. One complete security requirement
 * is enough; if none is complete, the one that lacks least is reported.
 */
function judgeSecurity(
  { security }: Operation,
  headers: HttpMessage["headers"],
): readonly Violation[] {
  const judged = security.map((requirement) => ({
    size: requirement.length,
    problems: requirement.flatMap((scheme) => credentialProblem(scheme, headers) ?? []),
  }));
  // If two lack as much, more of the longer one is given.
  const [nearest] = judged.toSorted(
    (a, b) => a.problems.length - b.problems.length || b.size - a.size,
  );
  return nearest?.problems ?? [];
}

function credentialProblem(
  { header, type }: SecurityScheme,
  headers: HttpMessage["headers"],
): Violation | undefined {
  const value = headerTexts(headers, header)[0]?.trim() ?? "";
  const part = `header ${header.toLowerCase()}`;
  if (value === "") return violation(part, "security", "is required");
  // RFC 6750, 2.1, and RFC 7617; the scheme is written in any case (RFC 9110, 11.1).
  const [, scheme] = /^(\S+) +[\w\-.~+/]+=*$/.exec(value) ?? [];
  if (type === "apiKey" || scheme?.toLowerCase() === type) return undefined;
  const form = type === "bearer" ? "Bearer and a token" : "Basic and name:password in base64";
  return violation(part, "security", `must be ${form}, with a space between them`);
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
): Violation[] {
  const documented = responseFor(operation, response.status);
  const statuses = operation.responses.map(({ code }) => code).join(", ");
  if (documented === undefined)
    return [
      violation("status", "status", `must be documented (${statuses}), but is ${response.status}`),
    ];
  const headers = documented.headers.flatMap(
    (header) => judgeParameter(header, headerTexts(response.headers, header.name)).violations,
  );
  const hasNoBody = isBodiless(response.status);
  if (!hasNoBody && isUndescribed(documented, response)) return headers;
  if (hasNoBody || documented.content.length === 0)
    return response.body === ""
      ? headers
      : [...headers, violation("body", "content", "must be empty")];
  const { value, violations } = judgeContent(documented.content, response);
  const isRead = values !== undefined && value !== undefined && isSuccess(response.status);
  return [
    ...headers,
    ...violations,
    ...(isRead
      ? [...judgeIncludes(operation, values, value), ...judgeIds(operation, values, value)]
      : []),
  ];
}

/** Whether a response has a body that the contract does not describe. */
function isUndescribed({ content, undescribed }: Response, { headers }: HttpResponse): boolean {
  const type = essenceOf(headers["content-type"] ?? "");
  const isNamed = undescribed.some((range) => {
    const [start = "", wildcard] = essenceOf(range).split("*");
    return wildcard === undefined ? type === start : type.startsWith(start) && !isJson(type);
  });
  return isNamed || (content.length === 0 && undescribed.length > 0);
}

function judgeIncludes(
  operation: Operation,
  values: ParameterValues,
  body: JsonValue,
): Violation[] {
  const asked = askedIncludes(operation, values);
  const missing = asked.filter(({ adds }) => valueAt(body, adds) === undefined);
  const unasked = unaskedPointers(operation, asked).filter(
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
    const asked = values.get(key);
    const found = identifies === undefined ? undefined : valueAt(body, identifies);
    if (asked === undefined || found === undefined || String(asked) === String(found)) return [];
    return [violation("body", "x-identifies", `must equal ${key} of the request`, identifies)];
  });
}
