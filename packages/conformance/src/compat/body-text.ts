import { isJson, type JsonValue, type MediaType } from "@workflow-api/contract";
import { readAnswerBody } from "../answer-body.ts";
import { withBody } from "../body-wire.ts";
import type { Remaining } from "./lost-members.ts";

/** A body as it travels. */
export interface BodyText {
  /** The value of the Content-Type, which names the boundary of a multipart body. */
  readonly contentType: string;
  readonly text: string;
}

/**
 * What a body is read as by its media type: JSON, the fields of a form, or a text.
 * @returns `undefined` if it cannot be read, as XML is not.
 */
export function readBody(media: MediaType, { contentType, text }: BodyText): JsonValue | undefined {
  const read = readAnswerBody(media, contentType, text);
  return read !== undefined && "readings" in read ? read.readings[0] : undefined;
}

/** Writes a body in a media type. */
export function writeBody(media: MediaType, value: JsonValue): BodyText {
  if (isJson(media.mediaType)) return { contentType: media.mediaType, text: JSON.stringify(value) };
  const { body = "", headers } = withBody(media, value);
  return { contentType: headers["Content-Type"] ?? media.mediaType, text: body };
}

/** A body without a part of what it is read as; `undefined` if it cannot be read. */
export function bodyWithout(
  media: MediaType,
  body: BodyText,
  part: (value: JsonValue) => Remaining,
): BodyText | undefined {
  const value = readBody(media, body);
  if (value === undefined) return undefined;
  const { kept, lost } = part(value);
  return lost.length === 0 ? body : writeBody(media, kept);
}

/**
 * What a contract has against a body, whatever it is read as.
 * @returns `undefined` where nothing is, or where it cannot be told.
 */
export function bodyRefusal(media: MediaType, { contentType, text }: BodyText): string | undefined {
  const read = readAnswerBody(media, contentType, text);
  if (read === undefined) return undefined;
  if ("unreadable" in read) return `The body ${read.unreadable}.`;
  const judged = read.readings.map(media.validate);
  const [first] = judged.some((violations) => violations.length === 0) ? [] : (judged[0] ?? []);
  return first && `The body at ${first.pointer || "its root"} ${first.message} (${first.keyword}).`;
}
