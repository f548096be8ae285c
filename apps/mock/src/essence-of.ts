/** A media type without its parameters, in lower case: it has no case (RFC 9110, 8.3.1). */
export function essenceOf(mediaType: string): string {
  const [essence = ""] = mediaType.split(";", 1);
  return essence.trim().toLowerCase();
}
