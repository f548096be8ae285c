import type { MediaType, Operation } from "@workflow-api/contract";
import { uncheckedReason } from "./answer-body.ts";

/**
 * The bodies of an operation that are not held to their schemas, each with the reason: `200 image/png: it is no text`. A
 * request whose body cannot be made by its schema is tried with another media type, and with none.
 */
export function uncheckedBodies({ method, requestBody, responses }: Operation): string[] {
  const told = (part: string, content: readonly MediaType[]): string[] =>
    content.flatMap((media) => {
      const reason = uncheckedReason(media);
      return reason === undefined ? [] : [`${part} ${media.mediaType}: ${reason}`];
    });
  return [
    ...told("requests in", requestBody?.content ?? []),
    ...(method === "HEAD" ? [] : responses.flatMap(({ content, status }) => told(status, content))),
  ];
}
