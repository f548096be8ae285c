import {
  encodeForm,
  isForm,
  isObject,
  type JsonObject,
  type MediaType,
  type Operation,
  parsePointer,
} from "@workflow-api/contract";
import type { PrismResult } from "./prism.ts";

type PrismAnswer = Extract<PrismResult, { _tag: "Right" }>["right"];
type PrismViolation = PrismAnswer["validations"]["output"][number];

const errorSeverity = 0;

/**
 * An answer whose body is a form, as the contract says that it travels. Prism 5.16 cannot write it, and takes it
 * for none: what the schema says of it stands in place of that. Any other answer stays as it is.
 */
export function formAnswer(operation: Operation | undefined, answer: PrismAnswer): PrismAnswer {
  const { output, validations } = answer;
  const { body, headers = {}, statusCode } = output;
  const mediaType = headers[contentType];
  if (operation === undefined || mediaType === undefined || !isForm(mediaType) || !isObject(body))
    return answer;
  const media = mediaOf(operation, statusCode, mediaType);
  if (media === undefined) return answer;
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

/** As Prism spells it. */
const contentType = "Content-type";

/** Of the responses that cover a status, Prism takes that of the status itself, then that of its range. */
function mediaOf({ responses }: Operation, status: number, mediaType: string): MediaType | undefined {
  const keys = [String(status), `${String(status).charAt(0)}XX`, "default"];
  const [response] = keys.flatMap((key) =>
    responses.filter(({ status: covered }) => covered.toUpperCase() === key.toUpperCase()),
  );
  return response?.content.find((media) => media.mediaType === mediaType);
}

function violationsOf(media: MediaType, body: JsonObject): PrismViolation[] {
  return media.validate(body).map(({ keyword, message, pointer }) => ({
    path: ["body", ...parsePointer(pointer)],
    severity: errorSeverity,
    code: keyword,
    message: `Response body ${message}`,
  }));
}
