import {
  essenceOf,
  isForm,
  type JsonObject,
  type MediaType,
  type Operation,
  readForm,
} from "@workflow-api/contract";
import type { PrismOperation } from "../engine/prism.ts";
import { isMisjudged } from "../engine/read-form-operation.ts";
import { acceptedReading } from "./form-readings.ts";
import type { ReadRequest } from "./read-request.ts";

/** A form that was read. */
export interface ShapedForm {
  /** As the contract spells it. */
  readonly mediaType: string;
  readonly value: JsonObject;
}

/**
 * The form that a request sends, if it is one that Prism 5.16 misreads. Of a list for which the contract states no style it
 * reads the last item alone, what is JSON it takes for text, and fields that are not declared it does not see. And there are
 * schemas by which it misjudges.
 */
export function shapeForm(
  found: PrismOperation,
  operation: Operation | undefined,
  { headers, body }: ReadRequest,
): ShapedForm | undefined {
  const media = operation?.requestBody?.content.find(
    (each) => isForm(each.mediaType) && isSent(each, headers["content-type"]),
  );
  if (media === undefined || typeof body !== "string") return undefined;
  const value = readForm(media, body);
  const isMisread =
    isMisjudged(found, media.mediaType) ||
    Object.entries(value).some(
      ([name, field]) =>
        !media.fields.has(name) ||
        (typeof field === "object" && media.encoding.get(name)?.style === undefined),
    );
  return isMisread ? { mediaType: media.mediaType, value: acceptedReading(media, value) } : undefined;
}

/** Whether a body of this Content-Type is of a media type of the contract. */
export function isSent({ mediaType }: MediaType, contentType = ""): boolean {
  return essenceOf(mediaType) === essenceOf(contentType);
}
