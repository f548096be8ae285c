import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import type { MediaType, Operation, Parameter, Scenario } from "./model.ts";
import { parameterKey } from "./read-parameter.ts";
import { serializeParameter, type WireParameter } from "./serialize-parameter.ts";

/** What a request is made from: an operation, or as much of it as a page carries. */
export interface RequestShape extends Pick<Operation, "method" | "path"> {
  readonly parameters: readonly WireParameter[];
  readonly requestBody:
    | { readonly content: readonly Pick<MediaType, "mediaType" | "examples">[] }
    | undefined;
  readonly responses: readonly { readonly content: readonly Pick<MediaType, "mediaType">[] }[];
}

const formType = "application/x-www-form-urlencoded";

/** A request of an operation, without credentials. */
export interface ContractRequest {
  /** In upper case. */
  readonly method: string;
  /** The path and the query, percent-encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it travels. `undefined`: none. */
  readonly body: string | undefined;
}

/** The request that a scenario describes. What it does not fix but the operation requires is filled with a sample. */
export function scenarioRequest(operation: Operation, scenario: Scenario): ContractRequest {
  const values = new Map(scenario.values);
  for (const parameter of operation.parameters) {
    const key = parameterKey(parameter);
    if (parameter.required && !values.has(key) && parameter.sample !== undefined)
      values.set(key, parameter.sample);
  }
  return requestFor(operation, values, scenarioBody(operation, scenario));
}

/** The body that a scenario sends: its own, else the first example of one that the operation requires. */
export function scenarioBody({ requestBody }: Operation, scenario: Scenario): JsonValue | undefined {
  if (scenario.body !== undefined || requestBody?.required !== true) return scenario.body;
  for (const { examples } of requestBody.content) {
    const [first] = examples.values();
    if (first !== undefined) return first.value;
  }
  return undefined;
}

/**
 * The request of an operation with these parameter values, by {@link parameterKey}. A value of a parameter that the
 * operation does not have is ignored; a path parameter without a value leaves its `{name}` as it is.
 */
export function requestFor(
  operation: RequestShape,
  values: ReadonlyMap<string, JsonValue>,
  body?: JsonValue,
): ContractRequest {
  const sent = (location: Parameter["in"]): [WireParameter, string][] =>
    operation.parameters.flatMap((parameter): [WireParameter, string][] => {
      const value = values.get(parameterKey(parameter));
      return parameter.in !== location || value === undefined
        ? []
        : [[parameter, serializeParameter(parameter, value)]];
    });
  const path = sent("path").reduce(
    (filled, [{ name }, text]) => filled.replaceAll(`{${name}}`, () => text),
    operation.path,
  );
  const query = sent("query").flatMap(([, text]) => (text === "" ? [] : [text]));
  const cookies = sent("cookie").flatMap(([, text]) => (text === "" ? [] : [text]));
  const media = body === undefined ? undefined : mediaTypeOf(operation, body);
  const accept = [
    ...new Set(operation.responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType))),
  ];
  return {
    method: operation.method,
    target: query.length === 0 ? path : `${path}?${query.join("&")}`,
    headers: {
      ...(accept.length === 0 ? {} : { Accept: accept.join(", ") }),
      ...(media === undefined ? {} : { "Content-Type": contentTypeOf(media) }),
      ...Object.fromEntries(sent("header").map(([{ name }, text]) => [name, text])),
      ...(cookies.length === 0 ? {} : { Cookie: cookies.join("; ") }),
    },
    body: body === undefined || media === undefined ? undefined : encodeBody(media, body),
  };
}

/** Whether a media type is JSON or has the `+json` suffix (RFC 6839). */
export function isJson(mediaType: string): boolean {
  const [essence = ""] = mediaType.split(";", 1);
  return /[/+]json$/i.test(essence.trim());
}

function mediaTypeOf({ requestBody }: RequestShape, body: JsonValue): string | undefined {
  const content = requestBody?.content ?? [];
  const exact = content.find(({ examples }) => [...examples.values()].some(({ value }) => value === body));
  return (exact ?? content.find(({ mediaType }) => isJson(mediaType)) ?? content[0])?.mediaType;
}

/** What separates the parts of a multipart body (RFC 2046, 5.1.1). */
const boundary = "a-part-of-the-request";

/** A multipart body says in its Content-Type by what its parts are separated. */
function contentTypeOf(mediaType: string): string {
  const isOpen = isMultipart(mediaType) && !/;\s*boundary=/i.test(mediaType);
  return isOpen ? `${mediaType}; boundary=${boundary}` : mediaType;
}

function isMultipart(mediaType: string): boolean {
  return /^multipart\/form-data\b/i.test(mediaType);
}

/** RFC 7578: a part for each field, and for each item of a list. */
function encodeParts(pairs: readonly (readonly [name: string, text: string])[]): string {
  const parts = pairs.map(
    ([name, text]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', "%22")}"\r\n\r\n${text}\r\n`,
  );
  return `${parts.join("")}--${boundary}--\r\n`;
}

function encodeBody(mediaType: string, body: JsonValue): string {
  if (isJson(mediaType)) return JSON.stringify(body);
  if (isMultipart(mediaType) && isObject(body)) return encodeParts(formPairs(body));
  if (mediaType.startsWith(formType) && isObject(body)) {
    return new URLSearchParams(formPairs(body)).toString();
  }
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** A list is a pair for each of its items: `form` exploded is the default of an Encoding Object. */
function formPairs(body: JsonObject): [string, string][] {
  return Object.entries(body).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((item): [string, string][] =>
      item === undefined || item === null
        ? []
        : [[name, isObject(item) ? JSON.stringify(item) : String(item)]],
    ),
  );
}

/** Whether a body that came as text is this value in one of the operation's forms, in any order of its fields. */
export function isSameForm({ requestBody }: Operation, came: string, body: JsonValue): boolean {
  const isForm = requestBody?.content.some(({ mediaType }) => mediaType.startsWith(formType)) === true;
  return isForm && isObject(body) && sortedPairs(came) === sortedPairs(encodeBody(formType, body));
}

function sortedPairs(form: string): string {
  const pairs = new URLSearchParams(form);
  pairs.sort();
  return pairs.toString();
}
