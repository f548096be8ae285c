/** Whether the body of a media type is text for programs: XML and YAML are, with RFC 7303 and RFC 9512. */
export function isText(mediaType: string): boolean {
  return /^text\/|[/+](xml|yaml)$/i.test(essenceOf(mediaType));
}

/** Whether a media type is that of a form with files. */
export function isMultipart(mediaType: string): boolean {
  return /^multipart\/form-data$/i.test(essenceOf(mediaType));
}

/** Whether a media type needs the boundary of its parts and has none (RFC 2046, section 5.1.1), and is no form. */
export function lacksBoundary(mediaType: string): boolean {
  return (
    /^\s*multipart\/(?!.*;\s*boundary=)/i.test(mediaType) &&
    !isMultipart(mediaType) &&
    !isMediaRange(mediaType)
  );
}

/** Whether a media type is that of a form without files. */
export function isUrlEncoded(mediaType: string): boolean {
  return /^application\/x-www-form-urlencoded$/i.test(essenceOf(mediaType));
}

/** Whether a media type stands for several, such as `image/*`. */
export function isMediaRange(mediaType: string): boolean {
  return essenceOf(mediaType).includes("*");
}

/** A media type without its parameters. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim();
}
