/** A media type that stands for each range that is in use (RFC 9110, section 12.5.1). */
const common: Readonly<Record<string, string>> = {
  application: "application/octet-stream",
  audio: "audio/mpeg",
  font: "font/woff2",
  image: "image/png",
  text: "text/plain",
  video: "video/mp4",
};

/** Whether what a contract calls a media type stands for several, such as `image/*`. */
export function isMediaRange(mediaType: string): boolean {
  return mediaType.split(";", 1)[0]?.includes("*") === true;
}

/** The value of the Content-Type for a body of a media type: a range of them, such as `image/*`, cannot be sent. */
export function sentMediaType(mediaType: string): string {
  if (!isMediaRange(mediaType)) return mediaType;
  const [type = ""] = mediaType.trim().toLowerCase().split("/");
  return common[type] ?? "application/octet-stream";
}
