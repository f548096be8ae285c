import { type Answer, type CaseRequest, documentedMedia, readAnswerBody } from "@workflow-api/conformance";
import { type Contract, findOperation, isJson, type JsonValue, type MediaType } from "@workflow-api/contract";
import type { PrismOperation } from "../src/engine/prism.ts";

type PrismResponse = PrismOperation["responses"][number];
type PrismContent = NonNullable<PrismResponse["contents"]>[number];

/** A body of text as the value that it stands for, in the media type that Prism judges values by. */
export interface ReadAnswer {
  readonly value: JsonValue;
  readonly media: MediaType;
}

/**
 * Reads a form or a text by what the contract says of it. Prism 5.16 would take a field or a text for nothing but text,
 * of several fields of one name the last, and a multipart form for none at all.
 * @returns `undefined`: Prism reads it itself, or nobody can.
 */
export function readAnswer(
  contract: Contract,
  { method, target }: CaseRequest,
  { body, headers, status }: Answer,
): ReadAnswer | undefined {
  const contentType = headers["content-type"] ?? "";
  if (body === "" || isJson(contentType)) return undefined;
  const operation = findOperation(contract, method, target.replace(/\?.*/s, ""))?.operation;
  const media = operation && documentedMedia(operation, status, contentType);
  const read = media && readAnswerBody(media, contentType, body);
  if (media === undefined || read === undefined || "unreadable" in read) return undefined;
  const [likeliest] = read.readings;
  const value = read.readings.find((reading) => media.validate(reading).length === 0) ?? likeliest;
  return value === undefined ? undefined : { value, media };
}

/** The media type of what was read, for Prism. */
export const readType = "application/json";

const variants = new WeakMap<PrismContent, PrismContent>();

/** A response that takes what was read in place of what came. */
export function takingRead(response: PrismResponse, { media }: ReadAnswer): PrismResponse {
  const content = response.contents?.find(({ mediaType }) => mediaType === media.mediaType);
  if (content === undefined) return response;
  const variant = variants.get(content) ?? readVariant(content);
  // Prism compiles what it is given once: the same content must give the same.
  variants.set(content, variant);
  return { ...response, contents: [variant] };
}

function readVariant({ encodings: _, schema, ...others }: PrismContent): PrismContent {
  // Prism remembers how it judges by a schema: text of a form is turned into numbers, and this is not. So it is a copy.
  return { ...others, mediaType: readType, ...(schema !== undefined && { schema: { ...schema } }) };
}
