import { essenceOf } from "@workflow-api/contract";

/** Whether the body of a media type is text for programs: XML and YAML are, with RFC 7303 and RFC 9512. */
export function isText(mediaType: string): boolean {
  return /^text\/|[/+](xml|yaml)$/.test(essenceOf(mediaType));
}

/** Whether a media type is that of a form without files. */
export function isUrlEncoded(mediaType: string): boolean {
  return essenceOf(mediaType) === "application/x-www-form-urlencoded";
}
