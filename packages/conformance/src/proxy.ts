import { type ClientRequest, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Duplex } from "node:stream";
import { UsageError } from "@workflow-api/contract/command-line";

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
  const address = read(`${protocol.slice(0, -1)}_proxy`) || read("all_proxy");
  const isExcepted = read("no_proxy")
    .split(/[\s,]+/)
    .some((entry) => {
      const [, name = "", only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      const isHost = hostname === name || (name !== "" && hostname.endsWith(`.${name}`));
      return entry === "*" || (isHost && (only ?? port) === port);
    });
  if (address === "" || isExcepted) return undefined;
  const url = address.includes("://") ? address : `http://${address}`;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url);
  throw new UsageError(`The proxy for ${protocol}// URLs must be an http or https URL.`);
}

/** A request to a proxy: for a whole URL, or `CONNECT` for a host and its port. */
export function requestByProxy(
  proxy: URL,
  {
    headers,
    ...options
  }: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string | number>>;
    readonly signal: AbortSignal;
  },
): ClientRequest {
  const { password, username } = proxy;
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const own = { "proxy-authorization": `Basic ${Buffer.from(user).toString("base64")}` };
  const open = proxy.protocol === "https:" ? requestHttps : requestHttp;
  const all = username === "" ? headers : { ...headers, ...own };
  return open(new URL(proxy.origin), { ...options, headers: all, agent: false });
}

/** A connection through a proxy to the host and port of a URL, for TLS to begin on it. */
export async function tunnel(proxy: URL, url: URL, signal: AbortSignal): Promise<Duplex> {
  const path = `${url.hostname}:${url.port || 443}`;
  return await new Promise((resolve, reject) => {
    requestByProxy(proxy, { method: "CONNECT", path, headers: { host: path }, signal })
      .on("connect", ({ statusCode }, socket) => {
        if (statusCode === 200) return resolve(socket);
        socket.destroy();
        reject(new Error(`the proxy refuses the connection with ${statusCode}`));
      })
      .on("error", reject)
      .end();
  });
}
