import type { MediaType, Operation } from "@workflow-api/contract";

/**
 * What the contract says of a body. Of the responses that cover a status, Prism takes that of the status itself, then that
 * of its range.
 */
export function answeredMedia(
  { responses }: Operation,
  status: number,
  mediaType: string,
): MediaType | undefined {
  const keys = [String(status), `${String(status).charAt(0)}XX`, "default"];
  const [response] = keys.flatMap((key) =>
    responses.filter(({ status: covered }) => covered.toUpperCase() === key.toUpperCase()),
  );
  return response?.content.find((media) => media.mediaType === mediaType);
}

/** The name of the header that holds the media type of a body, as Prism spells it. */
export const contentType = "Content-type";
