import { isIP } from "node:net";
import type { HttpMessage } from "@workflow-api/contract";
import { isLoopback } from "@workflow-api/contract/http";
import { type Rejection, rejection } from "../request/problem.ts";
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
export function refuseHost({ host }: Headers, hosts: ReadonlySet<string>): Rejection | undefined {
  const [, address = "", name = address] =
    /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d+)?$/.exec(host?.toLowerCase() ?? "") ?? [];
  const isOwn = isLoopback(name) || isIP(name) !== 0 || hosts.has(name);
  return isOwn ? undefined : foreignHost;
}

const foreignHost = rejection(
  [421, "host", "The mock does not serve this under this host name"],
  "header host",
  "must be localhost, an IP address, or a name that --allow-host adds",
);

/** Refuses pages of other origins than the mock's own. */
export function refuseOtherOrigin({ host, origin }: Headers): Rejection | undefined {
  return origin === undefined || isSameOrigin(origin, host) ? undefined : controlsOrigin;
}

/** The controls are not for pages of other origins. */
export const controlsOrigin: Rejection = rejection(
  [403, "origin", "The controls are not for pages of other origins"],
  "header origin",
  "must be that of the mock's own page, or absent, as of clients that are no browsers",
);

/** Refuses pages that may not read the responses: what they send may change something. */
export function refuseForeignOrigin({ host, origin }: Headers, cors: Cors): Rejection | undefined {
  if (origin === undefined || isSameOrigin(origin, host)) return undefined;
  return cors.headersFor(origin, {})["access-control-allow-origin"] === undefined
    ? foreignOrigin
    : undefined;
}

export const foreignOrigin: Rejection = rejection(
  [403, "origin", "Pages of this origin may not read responses"],
  "header origin",
  "must be that of a page of this machine, or one that --cors adds",
);

export function isSameOrigin(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
