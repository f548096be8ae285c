import {
  encodeForm,
  isForm,
  isObject,
  type JsonObject,
  type MediaType,
  type Operation,
  parsePointer,
} from "@workflow-api/contract";
import { answeredMedia, contentType } from "./answered-media.ts";
import type { PrismAnswer, PrismViolation } from "./prism.ts";

const errorSeverity = 0;

/**
 * An answer whose body is a form, as the contract says that it travels. Prism 5.16 cannot write it, and takes it
 * for none: what the schema says of it stands in place of that. Any other answer stays as it is.
 */
export function formAnswer(operation: Operation | undefined, answer: PrismAnswer): PrismAnswer {
  const { output, validations } = answer;
  const { body, headers } = output;
  const media = answeredMedia(operation, output);
  if (media === undefined || !isForm(media.mediaType) || !isObject(body)) return answer;
  const encoded = encodeForm(media, body);
  return {
    output: {
      ...output,
      headers: { ...headers, [contentType]: encoded.contentType },
      body: encoded.text,
    },
    validations: {
      ...validations,
      output: [...validations.output.filter(({ path }) => path !== undefined), ...violationsOf(media, body)],
    },
  };
}

function violationsOf(media: MediaType, body: JsonObject): PrismViolation[] {
  return media.validate(body).map(({ keyword, message, pointer }) => ({
    path: ["body", ...parsePointer(pointer)],
    severity: errorSeverity,
    code: keyword,
    message: `Response body ${message}`,
  }));
}
