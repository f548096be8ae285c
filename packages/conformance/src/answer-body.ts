import {
  essenceOf,
  isForm,
  isJson,
  isObject,
  type JsonValue,
  type MediaType,
  mediaTypeParameter,
} from "@workflow-api/contract";
import { formReadings } from "./body-wire.ts";
import { readings } from "./wire.ts";

/** The body of an answer: everything that it can be read as, the likeliest first, or why it cannot be read. */
export type AnswerBody = { readonly readings: readonly JsonValue[] } | { readonly unreadable: string };

/**
 * Reads the body of an answer. What is text on the wire has no types, so it can be read in several ways.
 * @param media What the contract says of the body.
 * @param contentType What came, which may state more.
 * @returns `undefined`: no way leads from such a body to its schema; see {@link uncheckedReason}.
 */
export function readAnswerBody(media: MediaType, contentType: string, body: string): AnswerBody | undefined {
  if (isJson(contentType)) return parse(body);
  const came: MediaType = { ...media, mediaType: contentType };
  if (isForm(contentType)) {
    const reason = brokenParts(contentType, body);
    return reason === undefined ? { readings: formReadings(came, body) } : { unreadable: reason };
  }
  return uncheckedReason(came) === undefined ? { readings: readings(body) } : undefined;
}

/** Why the bodies of a media type are not held to its schema, in the middle of a sentence. `undefined`: they are. */
export function uncheckedReason({ mediaType, schema, shape }: MediaType): string | undefined {
  const saysNothing = schema === true || (isObject(schema) && Object.keys(schema).length === 0);
  if (saysNothing || isJson(mediaType) || isForm(mediaType)) return undefined;
  if (isInParts(mediaType)) return "of the multipart bodies only forms are read";
  if (/[/+]xml\b/.test(essenceOf(mediaType))) return "XML is not read";
  if (isBinary(mediaType)) return "it is no text";
  return shape === "primitive" ? undefined : `its schema is that of ${shapes[shape]}, which no text is`;
}

const shapes = { array: "a list", object: "an object" } as const;

function isBinary(mediaType: string): boolean {
  return /^(audio|font|image|model|video)\/|^application\/(gzip|octet-stream|pdf|zip)\b/.test(
    essenceOf(mediaType),
  );
}

function isInParts(mediaType: string): boolean {
  return essenceOf(mediaType).startsWith("multipart/");
}

/** So many bodies are remembered, of so many characters: the two contracts of a comparison read the same again and again. */
const [mostKept, longestKept] = [2000, 10_000];
const kept = new Map<string, AnswerBody>();

function parse(body: string): AnswerBody {
  const known = kept.get(body);
  if (known !== undefined) return known;
  try {
    const read = { readings: [JSON.parse(body)] };
    if (kept.size >= mostKept) kept.clear();
    if (body.length <= longestKept) kept.set(body, read);
    return read;
  } catch {
    // It shows in no editor and no terminal.
    return {
      unreadable: body.startsWith("\u{FEFF}")
        ? "begins with a byte order mark (RFC 8259, 8.1)"
        : "is not JSON",
    };
  }
}

/** What is wrong with the parts of a multipart form (RFC 7578, 4.1). */
function brokenParts(contentType: string, body: string): string | undefined {
  if (!isInParts(contentType)) return undefined;
  const boundary = mediaTypeParameter(contentType, "boundary");
  if (boundary === undefined) return "has parts, and its Content-Type no boundary between them";
  const isClosed = body.trimEnd().endsWith(`--${boundary}--`);
  return body.startsWith(`--${boundary}`) && isClosed
    ? undefined
    : "has not the parts that the boundary of its Content-Type is between";
}
