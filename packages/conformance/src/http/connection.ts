import { type ClientRequest, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { urlToHttpOptions } from "node:url";
import { UsageError } from "@workflow-api/contract/command-line";
import { HttpsProxyAgent } from "https-proxy-agent";

/** How requests reach a server: directly, or by the proxy that the environment names. */
export interface Connection {
  /** The proxy for messages: `by the proxy HOST, `. Empty: there is none. */
  readonly by: string;
  /**
   * Opens a request, of which only the body is not sent yet, by a connection of its own unless an
   * agent is given. The path is below that of the base URL.
   */
  open(options: SendingOptions): ClientRequest;
}

type SendingOptions = RequestOptions & Required<Pick<RequestOptions, "headers" | "path">>;

/** @throws {UsageError} The proxy is not given as an http or https URL. */
export function createConnection(
  base: URL,
  environment: Readonly<Record<string, string | undefined>>,
): Connection {
  const proxy = proxyFor(base, environment);
  const prefix = base.pathname.replace(/\/+$/, "");
  const request = base.protocol === "https:" ? requestHttps : requestHttp;
  const target = urlToHttpOptions(new URL(base.origin));
  return {
    by: proxy === undefined ? "" : `by the proxy ${proxy.host}, `,
    open(options) {
      const sent = { agent: false, ...options, path: prefix + options.path };
      if (proxy === undefined) return request({ ...target, ...sent });
      return base.protocol === "https:"
        ? requestHttps(base.origin, { ...sent, agent: tunnelBy(proxy, options.signal) })
        : requestByProxy(proxy, base, sent);
    },
  };
}

/**
 * The proxy for a URL, from `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` in either case,
 * read as curl reads them. `undefined`: none.
 */
function proxyFor(
  { hostname, port, protocol }: URL,
  environment: Readonly<Record<string, string | undefined>>,
): URL | undefined {
  const read = (name: string): string => environment[name] || environment[name.toUpperCase()] || "";
  const proxyUrl = read(`${protocol.slice(0, -1)}_proxy`) || read("all_proxy");
  const isExcepted = read("no_proxy")
    .split(/[\s,]+/)
    .some((entry) => {
      const [, name = "", only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      const isHost = hostname === name || (name !== "" && hostname.endsWith(`.${name}`));
      return entry === "*" || (isHost && (only ?? port) === port);
    });
  if (proxyUrl === "" || isExcepted) return undefined;
  const url = proxyUrl.includes("://") ? proxyUrl : `http://${proxyUrl}`;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url);
  throw new UsageError(`The proxy for ${protocol}// URLs must be an http or https URL.`);
}

/** A request to a proxy for a URL of `http`. */
function requestByProxy(proxy: URL, { host, origin }: URL, options: SendingOptions): ClientRequest {
  const { password, protocol, username } = proxy;
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(user).toString("base64")}`;
  return (protocol === "https:" ? requestHttps : requestHttp)(new URL(proxy.origin), {
    ...options,
    path: `${origin}${options.path}`,
    headers: {
      host,
      ...(username !== "" && { "proxy-authorization": authorization }),
      ...options.headers,
    },
  });
}

/** Connections through a proxy to a server of `https`. */
function tunnelBy(proxy: URL, signal?: AbortSignal): HttpsProxyAgent<string> {
  return new HttpsProxyAgent(proxy.href, signal && { signal }).on(
    "proxyConnect",
    ({ statusCode }, request) => {
      if (statusCode !== 200)
        request.destroy(new Error(`the proxy refuses the connection with ${statusCode}`));
    },
  );
}

/**
 * Why there is no response: nothing listens at the URL, TLS is missing where it is expected, the
 * connection was closed before or during the response, or it took too long.
 */
export type Failure = "refused" | "tls" | "closed" | "cut" | "late" | "other";

/** The codes of Node.js and OpenSSL in words, with what to do. */
const reasons: readonly (readonly [code: RegExp, reason: string, failure?: Failure])[] = [
  [/^ECONNREFUSED$/, "nothing listens there (ECONNREFUSED)", "refused"],
  [/^ECONNRESET$/, "the connection was closed", "closed"],
  [/ALERT/, "the server refuses the TLS connection: it may want a client certificate"],
  [
    /ISSUER|LEAF_SIGNATURE|SELF_SIGNED/,
    "the authority that signed the certificate of the server is unknown: if you trust it, name " +
      "its file in NODE_EXTRA_CA_CERTS",
  ],
  [/^EPROTO$|SSL/, "the server does not speak TLS on this port: use an http URL", "tls"],
];

/**
 * Why no response came, in words. If several addresses were tried, the first failure is reported:
 * the error of all has no message.
 */
export function failureReason(cause: unknown): readonly [Failure, string] {
  if (cause instanceof AggregateError) return failureReason(cause.errors[0]);
  if (!(cause instanceof Error)) return ["other", String(cause)];
  // A TLS server responds to plain HTTP with an alert.
  const packet = "rawPacket" in cause ? cause.rawPacket : undefined;
  if (packet instanceof Uint8Array && packet[0] === 0x15)
    return ["tls", "the server expects TLS on this port: use an https URL"];
  if (isHttpError(cause)) return ["other", `what came is not valid HTTP (${cause.message})`];
  if (cause.message === "aborted") return ["cut", "the connection ended before the response did"];
  const code = "code" in cause ? String(cause.code) : "";
  const known = reasons.find(([pattern]) => pattern.test(code));
  const [, reason = cause.message, failure = "other"] = known ?? [];
  return [failure, reason];
}

/** Whether the parser of Node.js refuses what came. */
export function isHttpError(error: Error): boolean {
  return "code" in error && /^HPE_/.test(String(error.code));
}
