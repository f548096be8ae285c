import {
  type Agent,
  type ClientRequest,
  type RequestOptions,
  request as requestHttp,
} from "node:http";
import { request as requestHttps } from "node:https";
import { UsageError } from "@workflow-api/contract/command-line";
import { HttpsProxyAgent } from "https-proxy-agent";

/**
 * The proxy for a URL, from `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` in either case,
 * read as curl reads them. `undefined`: none.
 *
 * @throws {UsageError} The proxy is not given as an http or https URL.
 */
export function proxyFor(
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
export function requestByProxy(
  proxy: URL,
  { host, origin }: URL,
  options: RequestOptions & Required<Pick<RequestOptions, "headers" | "path">>,
): ClientRequest {
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
    agent: false,
  });
}

/** Connections through a proxy to a server of `https`. */
export function tunnelBy(proxy: URL, signal: AbortSignal): Agent {
  return new HttpsProxyAgent(proxy, { signal }).on("proxyConnect", ({ statusCode }, request) => {
    if (statusCode !== 200)
      request.destroy(new Error(`the proxy refuses the connection with ${statusCode}`));
  });
}
