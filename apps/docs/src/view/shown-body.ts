import { isJson, type JsonValue } from "@workflow-api/contract";

/** A body as its reader sees it: text as it is, anything else as JSON, and the language to highlight it in. */
export function shownBody(
  body: JsonValue,
  mediaType: string | undefined,
): { readonly code: string; readonly lang: "json" | "text" } {
  return typeof body === "string" && (mediaType === undefined || !isJson(mediaType))
    ? { code: body, lang: "text" }
    : { code: JSON.stringify(body, null, 2), lang: "json" };
}
