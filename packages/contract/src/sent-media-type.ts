import { essenceOf, isMediaRange } from "./media-type.ts";

/** A media type that stands for each range that is in use (RFC 9110, section 12.5.1). */
const common: Readonly<Record<string, string>> = {
  application: "application/octet-stream",
  audio: "audio/mpeg",
  font: "font/woff2",
  image: "image/png",
  text: "text/plain",
  video: "video/mp4",
};

/** The value of the Content-Type for a body of a media type: a range of them, such as `image/*`, cannot be sent. */
export function sentMediaType(mediaType: string): string {
  if (!isMediaRange(mediaType)) return mediaType;
  const [type = ""] = essenceOf(mediaType).split("/");
  return common[type] ?? "application/octet-stream";
}
