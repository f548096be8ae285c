import { encodePath } from "./encode-path.ts";
import { encodeForm, type FormMedia, isForm } from "./form-body.ts";
import { isObject, type JsonValue } from "./json.ts";
import { isJson } from "./media-type.ts";
import type { MediaType, Operation, Parameter, Scenario } from "./model.ts";
import { parameterKey } from "./read-parameter.ts";
import { scenarioValues } from "./scenario-values.ts";
import { sentMediaType } from "./sent-media-type.ts";
import { serializeParameter, type WireParameter } from "./serialize-parameter.ts";

/** What a request is made from: an operation, or as much of it as a page carries. */
export interface RequestShape extends Pick<Operation, "method" | "path"> {
  readonly parameters: readonly WireParameter[];
  readonly requestBody: { readonly content: readonly (FormMedia & Pick<MediaType, "shown">)[] } | undefined;
  readonly responses: readonly { readonly content: readonly Pick<MediaType, "mediaType">[] }[];
}

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
  return requestFor(operation, scenarioValues(operation, scenario), scenarioBody(operation, scenario));
}

/** The body that a scenario sends: its own, else the first example of one that the operation requires. */
export function scenarioBody({ requestBody }: Operation, scenario: Scenario): JsonValue | undefined {
  if (scenario.body !== undefined || requestBody?.required !== true) return scenario.body;
  for (const { shown } of requestBody.content) {
    const [first] = shown;
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
    encodePath(operation.path),
  );
  const query = sent("query").flatMap(([, text]) => (text === "" ? [] : [text]));
  const cookies = sent("cookie").flatMap(([, text]) => (text === "" ? [] : [text]));
  const media = body === undefined ? undefined : mediaOf(operation, body);
  const encoded = body === undefined || media === undefined ? undefined : encodeBody(media, body);
  const accept = [
    ...new Set(operation.responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType))),
  ];
  return {
    method: operation.method,
    target: query.length === 0 ? path : `${path}?${query.join("&")}`,
    headers: {
      ...(accept.length === 0 ? {} : { Accept: accept.join(", ") }),
      ...(encoded === undefined ? {} : { "Content-Type": encoded.contentType }),
      ...Object.fromEntries(sent("header").map(([{ name }, text]) => [name, text])),
      ...(cookies.length === 0 ? {} : { Cookie: cookies.join("; ") }),
    },
    body: encoded?.text,
  };
}

function mediaOf({ requestBody }: RequestShape, body: JsonValue): FormMedia | undefined {
  const content = requestBody?.content ?? [];
  const exact = content.filter(({ shown }) => shown.some(({ value }) => value === body));
  const ranked = [...exact, ...content.filter(({ mediaType }) => isJson(mediaType)), ...content];
  return ranked.find(({ mediaType }) => isWritten(mediaType, body)) ?? ranked[0];
}

/** Whether a value can be written in a media type: what is no text is JSON or a form. */
function isWritten(mediaType: string, body: JsonValue): boolean {
  return typeof body !== "object" || isJson(mediaType) || isForm(mediaType);
}

/** The value of the Content-Type, and the body. */
function encodeBody(media: FormMedia, body: JsonValue): { contentType: string; text: string } {
  const { mediaType } = media;
  if (isForm(mediaType) && isObject(body)) return encodeForm(media, body);
  const text = typeof body === "string" && !isJson(mediaType) ? body : JSON.stringify(body);
  return { contentType: sentMediaType(mediaType, text), text };
}
