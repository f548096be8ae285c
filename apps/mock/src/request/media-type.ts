import type { Operation, Response } from "@workflow-api/contract";
import { essenceOf, negotiate } from "@workflow-api/contract/http";
import type { Choice } from "./choice.ts";
import { type Rejection, rejection } from "./problem.ts";

/** Whether a media type is another one, or in its range. */
export function isInRange(mediaType: string, range: string): boolean {
  const [start = "", wildcard] = essenceOf(range).split("*");
  return wildcard === undefined
    ? essenceOf(mediaType) === start
    : essenceOf(mediaType).startsWith(start);
}

/** The media types of a response that are not JSON; of a range, the one that a client names. */
export function otherMediaTypes({ undescribed }: Response, accept = ""): string[] {
  const named = accept.split(",").map(essenceOf);
  return undescribed.map(({ mediaType }) => {
    if (!mediaType.includes("*")) return mediaType;
    const wanted = named.find((each) => !each.includes("*") && isInRange(each, mediaType));
    return wanted ?? usual.find((each) => isInRange(each, mediaType)) ?? "application/octet-stream";
  });
}

const usual = ["application/octet-stream", "text/plain", "image/png", "audio/mpeg", "video/mp4"];

/**
 * The media type of a response that the client accepts. Negotiation does not hide errors: a client
 * that accepts a media type of the operation, but none of the error, gets the error in the error's
 * own.
 *
 * @returns `undefined`: the response has no body. A rejection: the client accepts nothing that the
 * operation offers.
 */
export function negotiateMedia(
  operation: Operation,
  { explanation: { scenario }, preference, response, status }: Choice,
  accept: string | undefined,
): string | Rejection | undefined {
  const isAny = scenario === undefined || preference !== undefined;
  const json = response.content
    .filter(({ examples }) => isAny || examples.some(({ name }) => name === scenario))
    .map(({ mediaType }) => mediaType);
  const offered = [...json, ...otherMediaTypes(response, accept)];
  if (offered.length === 0) return undefined;
  const negotiated = negotiate(accept, offered);
  if (negotiated !== undefined) return negotiated;
  // Clients of an operation without JSON rarely name its media type.
  if (json.length === 0) return offered[0];
  const all = operation.responses.flatMap((each) => [
    ...each.content.map(({ mediaType }) => mediaType),
    ...otherMediaTypes(each, accept),
  ]);
  if (status === 406 || (status >= 400 && negotiate(accept, all) !== undefined)) return offered[0];
  const title = "The client accepts none of the media types";
  return rejection(
    [406, "accept", title],
    "header accept",
    `must allow ${[...new Set(offered)].join(" or ")}`,
  );
}
