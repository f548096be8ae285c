import type { IncomingHttpHeaders } from "node:http";
import type { HttpRequest, Note } from "@workflow-api/contract";
import type { Mock } from "../mock.ts";
import { type ServicePath, servicePathOf } from "./service-path.ts";

// A redirect to the service itself, and cookies for its domain, lead a client past the mock.

/** Where a response comes from, and where its client is. */
export interface Crossing {
  readonly mock: Mock;
  readonly request: HttpRequest;
  readonly servicePath: ServicePath;
  /** The base URL of the service. */
  readonly url: URL;
}

/** The value of a header as the mock would send it, and how the given one leads past the mock. */
interface HeaderRewrite {
  readonly value: string;
  readonly problem: string | undefined;
}

const rewriters = new Map<string, (value: string, crossing: Crossing) => HeaderRewrite>([
  ["location", rewriteLocation],
  ["set-cookie", rewriteCookie],
]);

/**
 * Notes the headers that lead past the mock, and rewrites them if that is asked for.
 *
 * @param headers - Those of a response of the service.
 * @returns The headers that are rewritten, and the notes.
 */
export function keepAtMock(
  headers: IncomingHttpHeaders,
  crossing: Crossing,
  isRewriting: boolean,
): { readonly headers: Readonly<Record<string, string[]>>; readonly notes: readonly Note[] } {
  const kept = [...rewriters].map(([name, rewrite]) => {
    const values = [headers[name] ?? []].flat();
    return { name, values, rewritten: values.map((value) => rewrite(value, crossing)) };
  });
  const leading = kept.filter(({ rewritten }) => rewritten.some(({ problem }) => problem));
  const remedy = isRewriting ? ": it is rewritten" : ": --rewrite changes that";
  const notes = leading.flatMap(({ name, rewritten, values }) =>
    rewritten.flatMap(({ problem, value }, at) => {
      const message = problem + (value === values[at] ? "" : remedy);
      return problem === undefined ? [] : [{ part: `response header ${name}`, message }];
    }),
  );
  const entries = leading.map(({ name, rewritten }) => [name, rewritten.map(({ value }) => value)]);
  return { headers: isRewriting ? Object.fromEntries(entries) : {}, notes };
}

function rewriteLocation(value: string, crossing: Crossing): HeaderRewrite {
  const { mock, servicePath, url } = crossing;
  const from = url.origin + servicePath.path;
  const unchanged = { value, problem: undefined };
  if (!URL.canParse(value, from)) return unchanged;
  const target = new URL(value, from);
  const { hash, origin, pathname, search } = target;
  const mockOrigin = `http://${hostOf(crossing)}`;
  const prefixes = prefixesOf(crossing, origin);
  if (prefixes.length === 0 || origin === mockOrigin) return unchanged;
  const path = mockPathOf(crossing, prefixes, pathname);
  if (path === undefined)
    return { value, problem: "leads to the service itself, outside of its base URL" };
  const isAbsolute = /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(value);
  const rewritten = (isAbsolute ? mockOrigin : "") + path + search + hash;
  if (isAbsolute) return { value: rewritten, problem: "leads to the service itself" };
  const followed = new URL(value, mockOrigin + requestPathOf(servicePath)).pathname;
  const { path: reached } = servicePathOf(mock.contract, url, followed);
  return reached === pathname
    ? unchanged
    : { value: rewritten, problem: "is a path of the service, not of the mock" };
}

/** How the client calls the mock. */
function hostOf({ request }: Crossing): string {
  return request.headers["host"] ?? "localhost";
}

/** The prefixes of the paths of the service at an origin. Empty: it is not that of the service. */
function prefixesOf({ mock, servicePath, url }: Crossing, origin: string): string[] {
  const servers = mock.contract.operations.flatMap((operation) => operation.servers);
  const named = servers.flatMap(({ basePaths, defaultUrl }) =>
    URL.canParse(defaultUrl) && new URL(defaultUrl).origin === origin ? basePaths : [],
  );
  return origin === url.origin ? [servicePath.prefix, ...named] : [...new Set(named)];
}

/**
 * The path of the mock that stands for a path of the service, as the client writes them.
 *
 * @returns `undefined`: none does.
 */
function mockPathOf(
  { servicePath, url }: Crossing,
  prefixes: readonly string[],
  path: string,
): string | undefined {
  const prefix = prefixes.find((each) => path === each || path.startsWith(`${each}/`));
  if (prefix !== undefined) return servicePath.requestPrefix + path.slice(prefix.length) || "/";
  return url.pathname === "/" ? path : undefined;
}

function requestPathOf({ path, prefix, requestPrefix }: ServicePath): string {
  return requestPrefix + path.slice(prefix.length) || "/";
}

/** A cookie without what lets a client drop it (RFC 6265, 5.3): its domain, path and `Secure`. */
function rewriteCookie(value: string, crossing: Crossing): HeaderRewrite {
  const [pair = "", ...attributes] = value.split(";").map((part) => part.trim());
  const [name = ""] = pair.split("=");
  const rewritten = attributes.map((attribute) => rewriteAttribute(attribute, crossing));
  const problems = rewritten.flatMap(({ problem }) => problem ?? []);
  const problem = problems.length === 0 ? undefined : `${name} ${problems.join(" and ")}`;
  // A name that only a secure cookie may have (RFC 6265bis, 4.1.3).
  if (/^__(?:host|secure)-/i.test(name)) return { value, problem };
  if (problem === undefined) return { value, problem };
  const kept = rewritten.map((each) => each.value).filter((text) => text !== "");
  return { value: [pair, ...kept].join("; "), problem };
}

/** An attribute of a cookie. The empty string: it is not kept. */
function rewriteAttribute(attribute: string, crossing: Crossing): HeaderRewrite {
  const [key = "", text = ""] = attribute.split("=").map((part) => part.trim());
  const found = (value: string, isProblem: boolean, problem: string): HeaderRewrite => ({
    value,
    problem: isProblem ? problem : undefined,
  });
  switch (key.toLowerCase()) {
    case "domain":
      return found("", !isWithin(hostOf(crossing), text), `is for the domain ${text}`);
    case "path": {
      const path = mockPathOf(crossing, [crossing.servicePath.prefix], text) ?? text;
      return found(`${key}=${path}`, path !== text, `is for the path ${text}`);
    }
    case "secure":
      return found("", true, "is Secure");
    default:
      // Both are only for cookies that are secure.
      return found(
        /^(?:partitioned|samesite *= *none)$/i.test(attribute) ? "" : attribute,
        false,
        "",
      );
  }
}

/** Whether cookies for a domain reach a host. */
function isWithin(host: string, domain: string): boolean {
  const name = host.replace(/:\d+$/, "").toLowerCase();
  const wanted = domain.replace(/^\./, "").toLowerCase();
  return name === wanted || name.endsWith(`.${wanted}`);
}
