import type { HttpRequest } from "./model.ts";

/** The style of a command. */
export interface CurlStyle {
  /** Long options (`--header`), each on a line of its own; otherwise short ones. */
  readonly isLong?: boolean;
  /** On one line. */
  readonly isOneLine?: boolean;
  /** Also shows the status and the headers of the response. */
  readonly showsHead?: boolean;
  /** A header as one word of the shell. Default: in single quotes. */
  readonly header?: (name: string, value: string) => string;
  /** Suppresses the headers that curl adds and the request does not have. */
  readonly isExact?: boolean;
}

/**
 * Writes a curl command for any POSIX shell.
 *
 * @param baseUrl - What stands before the target of the request.
 */
export function curlCommand(
  baseUrl: string,
  { body, headers, method, target }: HttpRequest,
  style: CurlStyle = {},
): string {
  const { header = (name, value) => shellWord(`${name}: ${value}`), isLong = false } = style;
  const option = (long: string, short: string): string => (isLong ? long : short);
  // Without these two, curl would normalize the path and read brackets as a range.
  // Without --head, it would wait for the body that the response to a HEAD does not have.
  const isHead = method === "HEAD";
  const flags = [
    ...(style.showsHead === true ? [option("--include", "-i")] : []),
    ...(isHead ? [option("--head", "-I")] : []),
    ...(method === "GET" || isHead ? [] : [`${option("--request", "-X")} ${method}`]),
    ...(/\/\.{1,2}(?:[/?]|$)/.test(target) ? ["--path-as-is"] : []),
    ...(/[[\]{}]/.test(target) ? [option("--globoff", "-g")] : []),
  ];
  const address = shellWord(`${baseUrl.replace(/\/+$/, "")}${target}`);
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const added = ["accept", ...(body === "" ? [] : ["content-type"])];
  const unwanted = style.isExact === true ? added.filter((name) => !names.has(name)) : [];
  const words = [
    ...Object.entries(headers).map(([name, value]) =>
      value === "" ? shellWord(`${name};`) : header(name, value),
    ),
    ...unwanted.map((name) => shellWord(`${name}:`)),
  ];
  const first = isLong ? [`curl ${address}`, ...flags] : [["curl", ...flags, address].join(" ")];
  return [
    ...first,
    ...words.map((word) => `${option("--header", "-H")} ${word}`),
    // Unlike --data and --data-binary, it does not read a body that begins with @ from a file.
    ...(body === "" ? [] : [`--data-raw ${shellWord(body)}`]),
  ].join(style.isOneLine === true ? " " : " \\\n  ");
}

/** A string as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
