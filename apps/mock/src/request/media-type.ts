import type { Response } from "@workflow-api/contract";
import { essenceOf } from "@workflow-api/contract/http";

// Media types that are not JSON, which a contract may give as a range such as `image/*`.

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
