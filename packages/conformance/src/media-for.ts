import { essenceOf, isSameMediaType, type MediaType, sentMediaType } from "@workflow-api/contract";

/** The representation that a Content-Type is of: the most specific of those that match (OpenAPI 3.1, "Media Types"). */
export function mediaFor(content: readonly MediaType[], contentType: string): MediaType | undefined {
  const [found] = content
    .filter(({ mediaType }) => isSameMediaType(mediaType, contentType))
    .toSorted((one, other) => rangeOf(one) - rangeOf(other));
  return found;
}

/** How much a media type leaves open: nothing, the subtype, or both. */
function rangeOf({ mediaType }: MediaType): number {
  return essenceOf(mediaType)
    .split("/")
    .filter((part) => part === "*").length;
}

/** The representations that can be sent: what stands for a range on the wire may be another's. */
export function sentContent(content: readonly MediaType[]): MediaType[] {
  return content.filter((media) => mediaFor(content, sentMediaType(media.mediaType)) === media);
}
