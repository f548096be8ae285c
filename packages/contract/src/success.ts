import type { Operation, Response } from "./model.ts";

/**
 * The responses of success. `default` is one only where no 2xx is declared; the answer to a HEAD has no body (RFC 9110,
 * 9.3.2), whatever is declared of one.
 */
export function successOf({
  method,
  responses,
}: Pick<Operation, "method" | "responses">): readonly Response[] {
  const declared = responses.filter(({ status }) => status.startsWith("2"));
  const found = declared.length > 0 ? declared : responses.filter(({ status }) => status === "default");
  return method === "HEAD" ? found.map((response) => ({ ...response, content: [] })) : found;
}
