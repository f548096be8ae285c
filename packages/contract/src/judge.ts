import { askedIncludes, missingIncludes, unaskedPointers } from "./includes.ts";
import { type JsonValue, valueAt } from "./json.ts";
import type {
  Contract,
  HttpRequest,
  HttpResponse,
  MediaType,
  Operation,
  Parameter,
  SecurityScheme,
  Violation,
} from "./model.ts";
import { essenceOf, parseParameter, queryPairs, readJson } from "./wire.ts";

/** A request as the contract reads it. */
export interface JudgedRequest {
  /** The values of its parameters, by their keys; one that was not sent has none. */
  readonly values: ReadonlyMap<string, JsonValue>;
  /** The parsed body. `undefined`: none, or one that cannot be parsed. */
  readonly body: JsonValue | undefined;
  /** What is missing or malformed in its credentials, by the way of authenticating that comes nearest. Empty: nothing. */
  readonly unauthenticated: readonly Violation[];
  /** What else breaks the contract. Empty: the request is valid. */
  readonly violations: readonly Violation[];
}

/**
 * Holds a request to an operation: its credentials, its parameters and its body. Parameters, headers and query members
 * that the contract does not know are ignored, as HTTP has it.
 *
 * @param segments - Those of the path, from {@link Contract.route}.
 */
export function judgeRequest(
  contract: Contract,
  operation: Operation,
  request: HttpRequest,
  segments: ReadonlyMap<string, string>,
): JudgedRequest {
  const values = new Map<string, JsonValue>();
  const violations: Violation[] = [];
  const at = request.target.indexOf("?");
  const pairs = at < 0 ? [] : queryPairs(request.target.slice(at + 1));
  for (const parameter of operation.parameters) {
    const texts = textsOf(parameter, request.headers, segments, pairs);
    if (texts.length === 0) {
      if (parameter.required) violations.push(violation(parameter.key, "required", "must be sent"));
      continue;
    }
    const repeated = repetition(parameter, texts);
    if (repeated !== undefined) violations.push(repeated);
    const value = parseParameter(contract.document, parameter, texts);
    values.set(parameter.key, value);
    violations.push(...validate(contract, parameter.key, parameter.pointer, value));
  }
  const body = readBody(contract, operation, request);
  return {
    values,
    body: body.value,
    unauthenticated: judgeSecurity(operation, request.headers),
    violations: [...violations, ...body.violations],
  };
}

function textsOf(
  { in: place, name }: Parameter,
  headers: HttpRequest["headers"],
  segments: ReadonlyMap<string, string>,
  pairs: ReturnType<typeof queryPairs>,
): string[] {
  if (place === "query") return pairs.flatMap(([key, text]) => (key === name ? [text] : []));
  const text = place === "path" ? segments.get(name) : headerOf(headers, name);
  return text === undefined ? [] : [text];
}

/** A header may be called `constructor`, which every object inherits. */
function headerOf(headers: HttpRequest["headers"], name: string): string | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(headers, key) ? headers[key] : undefined;
}

/** A query parameter that comes several times, although its value is one text. */
function repetition(
  { explode, in: place, isList, key, name }: Parameter,
  texts: readonly string[],
): Violation | undefined {
  if (texts.length < 2 || place !== "query" || (isList && explode)) return undefined;
  const form = isList ? `: write its items with commas between them, ${name}=a,b` : "";
  return violation(key, "explode", `must be sent once, and comes ${texts.length} times${form}`);
}

function violation(part: string, keyword: string, message: string, pointer = ""): Violation {
  return { part, pointer, keyword, message };
}

function validate(contract: Contract, part: string, pointer: string, value: JsonValue): Violation[] {
  return contract.validate(pointer, value).map((each) => ({ part, ...each }));
}

interface BodyVerdict {
  readonly value: JsonValue | undefined;
  readonly violations: readonly Violation[];
}

function readBody(
  contract: Contract,
  { requestBody }: Operation,
  { body, headers }: HttpRequest,
): BodyVerdict {
  // A body that the contract does not declare has no meaning in it (RFC 9110, 9.3.1).
  if (requestBody === undefined) return { value: undefined, violations: [] };
  if (body === "") {
    const missing = requestBody.required ? [violation("body", "required", "must be sent")] : [];
    return { value: undefined, violations: missing };
  }
  return readContent(contract, requestBody.content, body, headers["content-type"]);
}

/** Reads a body by the media type that its `Content-Type` names. */
function readContent(
  contract: Contract,
  content: readonly MediaType[],
  body: string,
  contentType: string | undefined,
): BodyVerdict {
  const media = content.find(({ mediaType }) => essenceOf(mediaType) === essenceOf(contentType ?? ""));
  if (media === undefined) {
    const types = content.map(({ mediaType }) => mediaType).join(" or ");
    const came = contentType === undefined ? "there is none" : `it is ${essenceOf(contentType)}`;
    const wrong = violation("header content-type", "mediaType", `must be ${types}, and ${came}`);
    return { value: undefined, violations: [wrong] };
  }
  const read = readJson(body);
  if ("message" in read) return { value: undefined, violations: [violation("body", "syntax", read.message)] };
  return { value: read.value, violations: validate(contract, "body", media.pointer, read.value) };
}

/**
 * What is missing or malformed in the credentials of a request. One complete way of authenticating is enough; if none
 * is, the way that lacks least is told.
 */
export function judgeSecurity({ security }: Operation, headers: HttpRequest["headers"]): Violation[] {
  const ways = security.map((way) => way.flatMap((scheme) => credentialProblem(scheme, headers) ?? []));
  if (ways.some((problems) => problems.length === 0)) return [];
  const started = ways.filter((problems, index) => problems.length < (security[index]?.length ?? 0));
  return (
    (started.length > 0 ? started : ways).reduce<Violation[] | undefined>(
      (best, problems) => (best === undefined || problems.length < best.length ? problems : best),
      undefined,
    ) ?? []
  );
}

function credentialProblem(
  { header, type }: SecurityScheme,
  headers: HttpRequest["headers"],
): Violation | undefined {
  const value = headerOf(headers, header);
  const part = `header ${header.toLowerCase()}`;
  if (value === undefined || value.trim() === "") return violation(part, "security", "must be sent");
  // RFC 6750, 2.1; the scheme is written in any case (RFC 9110, 11.1).
  if (type === "bearer" && !/^bearer +[\w\-.~+/]+=*$/i.test(value))
    return violation(part, "security", "must be Bearer and a token, with a space between them");
  return undefined;
}

/**
 * Holds a response to an operation: its status, its headers, its media type, its body, and what the request asked for.
 *
 * @param values - The values of the request's parameters, by their keys. `undefined`: the request was not read, so
 * includes are not judged.
 */
export function judgeResponse(
  contract: Contract,
  operation: Operation,
  response: HttpResponse,
  values: ReadonlyMap<string, JsonValue> | undefined,
): Violation[] {
  const documented = operation.responses.find(({ status }) => status === response.status);
  if (documented === undefined) {
    const statuses = operation.responses.map(({ status }) => status).join(", ");
    return [violation("status", "status", `must be documented (${statuses}), and is ${response.status}`)];
  }
  const headers = documented.headers.flatMap((header) => judgeHeader(contract, header, response.headers));
  if (documented.content.length === 0) {
    const unexpected = response.body === "" ? [] : [violation("body", "content", "must be empty")];
    return [...headers, ...unexpected];
  }
  const { value, violations } = readContent(
    contract,
    documented.content,
    response.body,
    response.headers["content-type"],
  );
  const isSuccess = response.status >= 200 && response.status <= 299;
  const includes =
    value === undefined || values === undefined || !isSuccess ? [] : judgeIncludes(operation, values, value);
  return [...headers, ...violations, ...includes];
}

function judgeHeader(contract: Contract, header: Parameter, headers: HttpResponse["headers"]): Violation[] {
  const text = headerOf(headers, header.name);
  if (text === undefined) return header.required ? [violation(header.key, "required", "must be sent")] : [];
  return validate(contract, header.key, header.pointer, parseParameter(contract.document, header, [text]));
}

function judgeIncludes(
  operation: Operation,
  values: ReadonlyMap<string, JsonValue>,
  body: JsonValue,
): Violation[] {
  const asked = askedIncludes(operation, values);
  const missing = missingIncludes(asked, body).map(({ adds, parameter, value }) =>
    violation("body", "x-includes", `must be there, because ${parameter.name} asks for ${value}`, adds),
  );
  const unasked = unaskedPointers(operation, asked)
    .filter((pointer) => valueAt(body, pointer) !== undefined)
    .map((pointer) =>
      violation("body", "x-includes", "must not be there, because the request does not ask for it", pointer),
    );
  return [...missing, ...unasked];
}
