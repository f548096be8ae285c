import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Note } from "@workflow-api/contract";
import { isLoopback } from "@workflow-api/contract/http";
import { type Rejection, rejection } from "../request/problem.ts";
import type { HttpHeaders } from "../response/headers.ts";
import type { Cors } from "./cors.ts";

// Who may reach what is not for every page that a person visits: the controls, and the real service
// behind the mock.

/**
 * Refuses foreign domains that an attacker points at this machine (DNS rebinding): the Host must be
 * `localhost`, an IP address, or an allowed name.
 *
 * @param hosts - The allowed names in lower case.
 */
export function refuseHost(
  { host }: HttpHeaders,
  hosts: ReadonlySet<string>,
): Rejection | undefined {
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
export function refuseOtherOrigin({ host, origin }: HttpHeaders): Rejection | undefined {
  return origin === undefined || isSameOrigin(origin, host) ? undefined : controlsOrigin;
}

/** The controls are not for pages of other origins. */
export const controlsOrigin: Rejection = rejection(
  [403, "origin", "The controls are not for pages of other origins"],
  "header origin",
  "must be that of the mock's own page, or absent, as of clients that are no browsers",
);

/** Refuses pages that may not read the responses: what they send may change something. */
export function refuseForeignOrigin(
  { host, origin }: HttpHeaders,
  cors: Cors,
): Rejection | undefined {
  if (origin === undefined || isSameOrigin(origin, host)) return undefined;
  return cors.headersFor(origin, {})["access-control-allow-origin"] === undefined
    ? foreignOrigin
    : undefined;
}

/** A page of an origin that is not allowed may not read responses. */
export const foreignOrigin: Rejection = rejection(
  [403, "origin", "Pages of this origin may not read responses"],
  "header origin",
  "must be that of a page of this machine, or one that --cors adds",
);

/** Whether an origin is that of the mock itself. */
export function isSameOrigin(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Refuses a request without the header Host, or with several. */
export function refuseHostCount(incoming: IncomingMessage): Rejection | undefined {
  const count = countHosts(incoming);
  return count > 1 || (count === 0 && incoming.httpVersion === "1.1") ? oneHost : undefined;
}

const oneHost = rejection(
  [400, "host", "The header Host must be sent once"],
  "header host",
  "must be sent once, as HTTP/1.1 asks",
);

/** How often the header Host was sent. Node.js drops the second of a header that may occur once. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") count++;
  return count;
}

/** A note for the developer of a page that may not read the response. */
export function originNotes(cors: Cors, { host, origin }: HttpHeaders): Note[] {
  if (origin === undefined || cors.headersFor(origin, {})["access-control-allow-origin"]) return [];
  if (isSameOrigin(origin, host)) return [];
  const message = `is ${origin}: its pages may not read this, unless the mock has --cors ${origin}`;
  return [{ part: "header origin", message }];
}
