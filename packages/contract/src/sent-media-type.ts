import { essenceOf, isMediaRange, lacksBoundary } from "./media-type.ts";

/** A media type that stands for each range that is in use (RFC 9110, section 12.5.1). */
const common: Readonly<Record<string, string>> = {
  application: "application/octet-stream",
  audio: "audio/mpeg",
  font: "font/woff2",
  image: "image/png",
  text: "text/plain",
  video: "video/mp4",
};

/**
 * The value of the Content-Type for a body of a media type: a range of them, such as `image/*`, cannot be sent, and what is
 * in parts has to name the boundary that stands in its text (RFC 2046, section 5.1.1).
 */
export function sentMediaType(mediaType: string, text = ""): string {
  if (!isMediaRange(mediaType)) return lacksBoundary(mediaType) ? withBoundary(mediaType, text) : mediaType;
  const [type = ""] = essenceOf(mediaType).split("/");
  return common[type] ?? "application/octet-stream";
}

function withBoundary(mediaType: string, text: string): string {
  const boundary = delimiter.exec(text)?.[1];
  if (boundary === undefined) return mediaType;
  const isToken = /^[\w!#$%&'*+.^`|~-]+$/.test(boundary);
  return `${mediaType}; boundary=${isToken ? boundary : `"${boundary}"`}`;
}

/** The line before a part, of which there is one that ends the last. */
const delimiter = /^--([^\s"\\]{1,70})[ \t]*$(?=[\s\S]*^--\1--)/m;
