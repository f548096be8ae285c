import { isObject, type Operation } from "@workflow-api/contract";
import { answeredMedia, contentType } from "./answered-media.ts";
import type { PrismAnswer } from "./prism.ts";

/**
 * An error whose member `status` is the status that is sent (RFC 9457, 3.1.2). Where the contract shows no example, Prism
 * makes the body up from its schema, and the member is 0 or another number that the schema allows. One that the schema
 * fixes stays, and so does what an example says.
 */
export function withSentStatus(operation: Operation | undefined, answer: PrismAnswer): PrismAnswer {
  const { output } = answer;
  const { body, headers = {}, statusCode } = output;
  const mediaType = headers[contentType];
  if (operation === undefined || statusCode < 400 || mediaType === undefined) return answer;
  if (!isObject(body) || typeof body["status"] !== "number" || body["status"] === statusCode) return answer;
  const { status } = body;
  const media = answeredMedia(operation, statusCode, mediaType);
  const isShown = media?.shown.some(({ value }) => isObject(value) && value["status"] === status);
  if (media === undefined || isShown === true) return answer;
  const said = { ...body, status: statusCode };
  if (media.validate(said).length > media.validate(body).length) return answer;
  return { ...answer, output: { ...output, body: said } };
}
