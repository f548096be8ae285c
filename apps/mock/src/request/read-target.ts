import type { Problem } from "../problem.ts";

/** A request target, read. */
export interface Target {
  /** The path, percent-encoded, without dot segments. */
  readonly path: string;
  /** The path and the query, percent-encoded. */
  readonly text: string;
  /** The pairs of the query, decoded; a name that stands more than once has a list. */
  readonly query: Readonly<Record<string, string | string[]>>;
  /** The same, in the order in which they came. */
  readonly pairs: readonly (readonly [string, string])[];
}

const base = "http://mock.invalid";

/** Reads a request target of the origin form, or says why it is none. */
export function readTarget(target: string): Target | Problem {
  if (!target.startsWith("/") || target.startsWith("//")) return notOriginForm;
  const url = parse(target);
  if (url === undefined || url.origin !== base) return notOriginForm;
  if (!isDecodable(url.pathname)) return malformedEncoding;
  const pairs = [...url.searchParams];
  return { path: url.pathname, text: url.pathname + url.search, query: grouped(pairs), pairs };
}

/** A target of the absolute form may name a user and a password, which are credentials. */
export function withoutUser(target: string): string {
  return target.replace(/^([^/?]*\/\/)[^/?]*@/, "$1(credential)@");
}

function parse(target: string): URL | undefined {
  try {
    return new URL(target, base);
  } catch {
    return undefined;
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function grouped(pairs: readonly (readonly [string, string])[]): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(values);
}

const notOriginForm: Problem = {
  status: 400,
  code: "request-target",
  title: "The request target is not a path",
  detail:
    "The mock is no proxy: it takes a path that begins with one slash, such as /path?query, as the request target.",
};

const malformedEncoding: Problem = {
  status: 400,
  code: "percent-encoding",
  title: "The path is not percent-encoded UTF-8",
  detail:
    "A % in the path must begin the percent-encoding of UTF-8 text, such as %C3%A9 for é; a literal % is %25.",
};
