/** Whether a media type is JSON or has the `+json` suffix (RFC 6839). */
export function isJson(mediaType: string): boolean {
  const [essence = ""] = mediaType.split(";", 1);
  return /[/+]json$/i.test(essence.trim());
}
