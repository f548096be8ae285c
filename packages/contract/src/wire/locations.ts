import { isHeaderName } from "../http.ts";
import type { HttpMessage, HttpRequest } from "../messages.ts";

// Where a parameter or a credential stands in a request. Whatever differs between the locations is
// in the rows of one table, so that a further location is a further row.

/** A name on the wire, decoded, and the text as it was received. `undefined`: it has no `=`. */
export type Pair = readonly [name: string, text: string | undefined];

/** How a value becomes text (OpenAPI 3.1, "Style Values"). */
export type ParameterStyle = "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";

/** The location of a parameter. */
export type ParameterLocation = "path" | "query" | "header" | "cookie";

/** What is special about a location. */
export interface LocationRules {
  /** The heading of its parameters. */
  readonly title: string;
  /** The supported styles, the default first. */
  readonly styles: readonly [ParameterStyle, ...ParameterStyle[]];
  /** What separates pairs of a name and a value. `undefined`: there is one value for each name. */
  readonly separator: string | undefined;
  /** What separates the items of a list that is one text. */
  readonly itemSeparator: string;
  /** Whether names are the same in any case. */
  readonly ignoresCase: boolean;
  /** Whether each parameter is required. */
  readonly isRequired: boolean;
  /** Whether a pair without `=` is malformed; otherwise its value is empty. */
  readonly needsEquals: boolean;
  /** What is wrong with the name of a parameter. */
  nameProblem(name: string): string | undefined;
  /** Encodes the name of a pair. */
  encodeName(name: string): string;
  encode(text: string): string;
  /** A malformed encoding stays as it is. */
  decode(text: string): string;
  /** All pairs of a message in this location. */
  read(message: Partial<HttpRequest>, segments: ReadonlyMap<string, string>): readonly Pair[];
  /** The header that carries a parameter of a name. `undefined`: none. */
  headerOf(name: string): string | undefined;
  /** The request with one more value, which is encoded. */
  write(request: HttpRequest, name: string, text: string): HttpRequest;
  /** The request without the values of a name. A path keeps its own. */
  remove(request: HttpRequest, name: string): HttpRequest;
}

/** The locations, in the order in which documents list them. */
export const locations: Readonly<Record<ParameterLocation, LocationRules>> = {
  path: {
    title: "Path",
    styles: ["simple"],
    separator: undefined,
    itemSeparator: ",",
    ignoresCase: false,
    isRequired: true,
    needsEquals: false,
    nameProblem: () => undefined,
    encodeName: asItIs,
    encode: encodeURIComponent,
    decode: (text) => percentDecoded(text),
    read: (_message, segments) => [...segments],
    headerOf: () => undefined,
    write: (request, name, text) => {
      return { ...request, path: request.path.replaceAll(`{${name}}`, () => text) };
    },
    remove: (request) => request,
  },
  query: {
    title: "Query",
    styles: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
    separator: "&",
    itemSeparator: ",",
    ignoresCase: false,
    isRequired: false,
    needsEquals: false,
    nameProblem: () => undefined,
    encodeName: encodeURIComponent,
    encode: encodeURIComponent,
    decode: decodeQuery,
    read: ({ query = "" }) => splitPairs(query.split("&"), decodeQuery),
    headerOf: () => undefined,
    write: (request, name, text) => {
      const before = request.query === "" ? [] : [request.query];
      const pair = `${encodeURIComponent(name)}=${text}`;
      return { ...request, query: [...before, pair].join("&") };
    },
    remove: (request, name) => {
      const pairs = request.query.split("&");
      const kept = pairs.filter((pair) => decodeQuery(pair.split("=")[0] ?? "") !== name);
      return { ...request, query: kept.join("&") };
    },
  },
  header: {
    title: "Headers",
    styles: ["simple"],
    separator: undefined,
    itemSeparator: ",",
    ignoresCase: true,
    isRequired: false,
    needsEquals: false,
    nameProblem: tokenProblem("a header"),
    encodeName: asItIs,
    encode: asItIs,
    decode: (text) => bytesAsUtf8(text.trim()),
    read: ({ headers = {} }) => Object.entries(headers),
    headerOf: (name) => name.toLowerCase(),
    write: (request, name, text) => withHeader(request, name, text),
    remove: (request, name) => withHeader(request, name, undefined),
  },
  cookie: {
    title: "Cookies",
    styles: ["form"],
    separator: "; ",
    itemSeparator: "%2C",
    ignoresCase: false,
    isRequired: false,
    needsEquals: true,
    nameProblem: tokenProblem("a cookie"),
    encodeName: asItIs,
    encode: encodeURIComponent,
    // RFC 6265, 4.1.1: a value may stand in quotes.
    decode: (text) => percentDecoded(text.trim().replace(/^"(.*)"$/, "$1")),
    read: ({ headers }) => splitPairs(cookieOf(headers).split(/; */), (name) => name.trim()),
    headerOf: () => "cookie",
    write: (request, name, text) => {
      const before = cookieOf(request.headers);
      const cookies = [...(before === "" ? [] : [before]), `${name}=${text}`];
      return withHeader(request, "cookie", cookies.join("; "));
    },
    remove: (request, name) => {
      const cookies = cookieOf(request.headers).split(/; */);
      const kept = cookies.filter((cookie) => cookie.split("=")[0] !== name);
      return withHeader(request, "cookie", kept.join("; ") || undefined);
    },
  },
};

function asItIs(text: string): string {
  return text;
}

/** The key of a parameter or a credential: `query limit`, `header x-domain`. */
export function locationKey(location: ParameterLocation, name: string): string {
  return `${location} ${locations[location].ignoresCase ? name.toLowerCase() : name}`;
}

function splitPairs(texts: readonly string[], readName: (name: string) => string): Pair[] {
  return texts.flatMap((text) => {
    if (text.trim() === "") return [];
    const [name = ""] = text.split("=");
    const hasEquals = name.length < text.length;
    return [[readName(name), hasEquals ? text.slice(name.length + 1) : undefined]];
  });
}

function cookieOf(headers: HttpMessage["headers"] = {}): string {
  return headers["cookie"] ?? "";
}

/** The request with a header; with `undefined`, without it. */
function withHeader(
  request: HttpRequest,
  headerName: string,
  text: string | undefined,
): HttpRequest {
  const name = headerName.toLowerCase();
  const others = Object.entries(request.headers).filter(([other]) => other.toLowerCase() !== name);
  const added = text === undefined ? [] : [[name, text]];
  return { ...request, headers: Object.fromEntries([...others, ...added]) };
}

/** What is wrong with a name that has to be a token (RFC 9110, 5.6.2; RFC 6265, 4.1.1). */
function tokenProblem(holder: string): (name: string) => string | undefined {
  return (name) =>
    isHeaderName(name)
      ? undefined
      : `is not a name that ${holder} can have: use letters, digits and hyphens`;
}

/** In a query, `+` is a space. */
function decodeQuery(text: string): string {
  return percentDecoded(text.replaceAll("+", "%20"), text);
}

function percentDecoded(text: string, otherwise = text): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return otherwise;
  }
}

/** A text whose bytes were read as Latin-1, as HTTP libraries do, although they may be UTF-8. */
export function bytesAsUtf8(text: string): string {
  return percentDecoded(
    text.replaceAll(/[%\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`),
    text,
  );
}
