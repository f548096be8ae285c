import { essenceOf, isSameMediaType } from "@workflow-api/contract";

/** Whether a media type, or range of them, of a contract holds a media type, whatever parameters it states. */
export function covers(range: string, mediaType: string): boolean {
  return isSameMediaType(essenceOf(range), mediaType);
}
