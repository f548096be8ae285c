import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { MockRequest } from "../message.ts";
import { isHeadTooLong, longestHead } from "../request/head-limit.ts";
import { readOn } from "./read-body.ts";

/** What of a request that was not read whole is told: its method, its target and its headers, cut if they are too long. */
export function refusedRequest(request: IncomingMessage): MockRequest {
  const { method = "", url = "", rawHeaders } = request;
  const asked = { method, target: url, headers: plainHeaders(request) };
  return isHeadTooLong(url, rawHeaders) ? shortened(asked) : asked;
}

/**
 * What is known of a request that Node could not read: what it had read before its body, or what the request line says.
 * What follows a line that is no header may be a credential, so no header is told.
 * @param packet The bytes that were being read.
 * @param parsed How many of them could be.
 */
export function unreadRequest(connection: Duplex, packet: Buffer | undefined, parsed: number): MockRequest {
  const request = readOn(connection);
  if (request !== undefined) return refusedRequest(request);
  // What stands behind an empty line is another request than the first.
  const isFirst = packet?.subarray(0, parsed).includes("\r\n\r\n") === false;
  const text = isFirst ? packet.subarray(0, longestHead).toString() : "";
  const [, method = "", target = ""] = requestLine.exec(text) ?? [];
  return { method, target: cut(target), headers: {} };
}

/** The beginning of a request line of the origin form, which may go on with anything. */
const requestLine = /^([A-Z]{1,20}) (\/[^\s\p{Cc}]*) /u;

/** The headers of a request, each as text. Of a response's own header, which no request should have, nothing is made. */
export function plainHeaders({ headers }: IncomingMessage): Readonly<Record<string, string | undefined>> {
  const { "set-cookie": listed, ...others } = headers;
  return (listed === undefined ? headers : others) as Record<string, string | undefined>;
}

/** So much of a target and of a header is kept of a request that is too long, in characters. */
const longestPart = 1000;

/** Hundreds of long ones would fill the memory. */
function shortened({ headers, ...request }: MockRequest): MockRequest {
  const kept: Record<string, string> = {};
  let left = longestHead;
  for (const [name, value = ""] of Object.entries(headers)) {
    const short = cut(value);
    left -= name.length + short.length;
    if (left < 0) break;
    kept[name] = short;
  }
  return { ...request, target: cut(request.target), headers: kept };
}

/** The beginning of a text. A part of a text would hold on to all of it, so this is a copy. */
function cut(text: string): string {
  const isLong = text.length > longestPart;
  return Buffer.from(isLong ? `${text.slice(0, longestPart)}…` : text).toString();
}
