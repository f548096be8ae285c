import type { MediaType, Operation } from "@workflow-api/contract";
import type { PrismAnswer } from "./prism.ts";

/** As Prism spells it. */
export const contentType = "Content-type";

/**
 * What the contract says of the body of an answer; of the responses that cover a status, Prism takes that of the status
 * itself, then that of its range.
 */
export function answeredMedia(
  operation: Operation | undefined,
  { headers = {}, statusCode }: PrismAnswer["output"],
): MediaType | undefined {
  const keys = [String(statusCode), `${String(statusCode).charAt(0)}XX`, "default"];
  const [response] = keys.flatMap((key) =>
    (operation?.responses ?? []).filter(({ status }) => status.toUpperCase() === key.toUpperCase()),
  );
  return response?.content.find(({ mediaType }) => mediaType === headers[contentType]);
}
