import { isIP } from "node:net";
import type { HttpMessage } from "@workflow-api/contract";
import type { Problem } from "../problem.ts";
import type { Cors } from "./cors.ts";

// Who may reach what is not for every page that a person visits: the controls, and the real service
// behind the mock.

type Headers = HttpMessage["headers"];

/**
 * Refuses foreign domains that an attacker points at this machine (DNS rebinding): the Host must be
 * `localhost`, an IP address, or an allowed name.
 *
 * @param hosts - The allowed names in lower case.
 */
export function refuseHost({ host }: Headers, hosts: ReadonlySet<string>): Problem | undefined {
  const url = `http://${host ?? ""}`;
  const name = URL.canParse(url) ? new URL(url).hostname : "";
  const isOwn = name === "localhost" || name.endsWith(".localhost") || hosts.has(name);
  return isOwn || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0 ? undefined : foreignHost;
}

const foreignHost: Problem = {
  status: 421,
  code: "host",
  title: "The mock does not serve this under this host name",
  detail: "Use localhost or an IP address, or start the mock with --allow-host and the name.",
};

/** Refuses pages of other origins than the mock's own. */
export function refuseOtherOrigin({ host, origin }: Headers): Problem | undefined {
  return origin === undefined || isSameOrigin(origin, host) ? undefined : controlsOrigin;
}

/** The controls are not for pages of other origins. */
export const controlsOrigin: Problem = {
  status: 403,
  code: "origin",
  title: "The controls are not for pages of other origins",
  detail: "Use the mock's own page, or a client that is no browser.",
};

/** Refuses pages that may not read the responses: what they send may change something. */
export function refuseForeignOrigin({ host, origin }: Headers, cors: Cors): Problem | undefined {
  if (origin === undefined || isSameOrigin(origin, host)) return undefined;
  return cors.headersFor(origin, {})["access-control-allow-origin"] === undefined
    ? foreignOrigin
    : undefined;
}

export const foreignOrigin: Problem = {
  status: 403,
  code: "origin",
  title: "Pages of this origin may not read responses",
  detail:
    "Only pages of this machine may. To allow others, start the mock with --cors and their origin.",
};

export function isSameOrigin(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
