import { isIP } from "node:net";
import type { Problem } from "../problem.ts";

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Keeps pages of other sites from the controls: by name, so that a domain that an attacker points at this machine does
 * not reach them (DNS rebinding), and by origin, so that a page of another site neither reads nor sets anything.
 * @param host The host that the mock was told to listen on.
 */
export function refuseForeign(headers: Headers, host: string): Problem | undefined {
  const name = hostnameOf(headers["host"] ?? "");
  if (name === undefined || !(isOwnName(name) || name === host)) return foreignHost;
  const { origin } = headers;
  if (origin === undefined) return undefined;
  return URL.canParse(origin) && new URL(origin).host === headers["host"] ? undefined : foreignOrigin;
}

function hostnameOf(host: string): string | undefined {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function isOwnName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0;
}

const foreignHost: Problem = {
  status: 421,
  code: "host",
  title: "The controls are not served under this name",
  detail: "Open them at localhost or at an IP address.",
};

const foreignOrigin: Problem = {
  status: 403,
  code: "origin",
  title: "The controls are not for pages of other origins",
  detail: "Use the mock's own page, or a client that is no browser.",
};
