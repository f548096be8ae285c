import { requestTarget } from "../http.ts";
import type { JsonValue } from "../json.ts";
import type { HttpRequest } from "../messages.ts";
import type { MediaType, Operation, Parameter, ParameterValues } from "../model.ts";
import { writeBody } from "./body.ts";
import type { WireFormat } from "./forms.ts";
import { normalizePath, writeParameter } from "./write.ts";

// Requests of operations, and their curl commands.

interface WithContent {
  readonly content: readonly Pick<MediaType, "mediaType">[];
  /** Default: none. */
  readonly undescribed?: readonly Pick<MediaType, "mediaType">[];
}

function firstMediaType(requestBody: WithContent | undefined): string | undefined {
  const { content = [], undescribed = [] } = requestBody ?? {};
  return (content[0] ?? undescribed[0])?.mediaType;
}

/** The part of an operation that a request is made from. */
export type RequestShape = Pick<Operation, "method" | "path"> & {
  readonly parameters: readonly (WireFormat & Pick<Parameter, "key">)[];
  readonly requestBody: WithContent | undefined;
  readonly responses: readonly WithContent[];
};

/**
 * The request of an operation with these values, without credentials. Its `Accept` names every JSON
 * media type of the operation, and those of responses without JSON.
 *
 * @param values - By {@link Parameter.key}; a path parameter without a value leaves its `{name}` as
 * it is.
 * @param body - `undefined`: none.
 * @param mediaType - That of the body. Default: the first one of the operation.
 */
export function requestFor(
  operation: RequestShape,
  values: ParameterValues,
  body?: JsonValue,
  mediaType: string | undefined = firstMediaType(operation.requestBody),
): HttpRequest {
  const content = operation.responses.flatMap(({ content: json, undescribed = [] }) =>
    json.length > 0 ? json : undescribed,
  );
  const accepted = new Set(content.map(({ mediaType }) => mediaType));
  const serialized = body === undefined ? undefined : writeBody(body, mediaType);
  const contentType = serialized?.contentType;
  const empty: HttpRequest = {
    method: operation.method,
    path: operation.path,
    query: "",
    headers: {
      ...(accepted.size > 0 && { accept: [...accepted].join(", ") }),
      ...(contentType !== undefined && { "content-type": contentType }),
    },
    body: serialized?.text ?? "",
  };
  const request = operation.parameters.reduce((current, parameter) => {
    const value = values.get(parameter.key);
    return value === undefined ? current : writeParameter(current, parameter, value);
  }, empty);
  return { ...request, path: normalizePath(request.path) };
}

/** The style of a command. */
export interface CurlStyle {
  /** On one line. */
  readonly isOneLine?: boolean;
  /** Also shows the status and the headers of the response. */
  readonly showsHead?: boolean;
  /** A header as one word of the shell. Default: in single quotes. */
  readonly header?: (name: string, value: string) => string;
  /** The URL as one word of the shell. Default: in single quotes. */
  readonly url?: (url: string) => string;
}

/**
 * Writes a curl command for any POSIX shell.
 *
 * @param baseUrl - What stands before the target of the request.
 */
export function curlCommand(baseUrl: string, request: HttpRequest, style: CurlStyle = {}): string {
  const { body, headers, method } = request;
  const { header = (name, value) => shellWord(`${name}: ${value}`), url = shellWord } = style;
  const target = requestTarget(request);
  const isHead = method === "HEAD";
  const options = [
    style.showsHead === true && "-i",
    // Otherwise, curl would wait for the body that the response to a HEAD does not have.
    isHead && "-I",
    !isHead && (method !== "GET" || body !== "") && `-X ${method}`,
    // Otherwise, curl would normalize the path, and read brackets as a range.
    /\/\.{1,2}(?:[/?]|$)/.test(target) && "--path-as-is",
    /[[\]{}]/.test(target) && "-g",
  ].filter((option) => option !== false);
  // Otherwise, curl would send a body as a form.
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  const isUntyped = body !== "" && !isTyped;
  const words = [
    ...Object.entries(headers).map(([name, value]) =>
      value === "" ? shellWord(`${name};`) : header(name, value),
    ),
    ...(isUntyped ? [shellWord("content-type:")] : []),
  ];
  return [
    ["curl", ...options, url(baseUrl.replace(/\/+$/, "") + target)].join(" "),
    ...words.map((word) => `-H ${word}`),
    // Unlike --data and --data-binary, it does not read a body that begins with @ from a file.
    ...(body === "" ? [] : [`--data-raw ${shellWord(body)}`]),
  ].join(style.isOneLine === true ? " " : " \\\n  ");
}

/** A string as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
