import { isJson, type MediaType, mediaTypeParameter } from "@workflow-api/contract";
import type { Answer } from "./case.ts";
import type { Finding } from "./finding.ts";

/** Whether the bytes of a body are those of the text that they are said to be: JSON is UTF-8 (RFC 8259, 8.1). */
export function checkText({ mediaType, pointer }: MediaType, { headers, isUtf8 }: Answer): Finding[] {
  const contentType = headers["content-type"] ?? "";
  const charset = mediaTypeParameter(contentType, "charset") ?? "";
  const saysUtf8 = /^(utf-?8|us-ascii)$/i.test(charset);
  if (isJson(contentType) && charset !== "" && !saysUtf8) {
    const message = `${mediaType} is UTF-8 (RFC 8259, 8.1), and the Content-Type says ${charset}.`;
    return [{ name: "content_type_conformance", message, pointer }];
  }
  if (isUtf8 !== false || !(isJson(contentType) || saysUtf8)) return [];
  return [{ name: "response_schema_conformance", message: "The body is not UTF-8.", pointer }];
}
