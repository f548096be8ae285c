import { essenceOf, isJson } from "../http.ts";
import { isObject, type JsonObject, type JsonValue } from "../json.ts";
import { primitiveText } from "./forms.ts";

// Bodies as text on the wire, by their media types.

/** A body, and its media type with the parameters that it needs. */
export interface WrittenBody {
  /** `undefined`: not known. */
  readonly contentType: string | undefined;
  readonly text: string;
}

/** Separates the parts of a multipart body. No example has it. */
const boundary = "----workflow-api-part";

/** Writes a value as a body: JSON, a form, its parts, or a text as it is. */
export function writeBody(value: JsonValue, mediaType: string | undefined): WrittenBody {
  const essence = essenceOf(mediaType ?? "");
  if (mediaType === undefined || isJson(mediaType))
    return { contentType: mediaType, text: JSON.stringify(value) };
  if (essence === "application/x-www-form-urlencoded" && isObject(value))
    return { contentType: mediaType, text: new URLSearchParams(pairsOf(value)).toString() };
  if (essence.startsWith("multipart/") && isObject(value)) {
    const contentType = `${essence}; boundary=${boundary}`;
    return { contentType, text: partsText(pairsOf(value)) };
  }
  return { contentType: mediaType, text: primitiveText(value) };
}

function pairsOf(value: JsonObject): [name: string, text: string][] {
  return Object.entries(value).flatMap(([name, member]) =>
    [member ?? []].flat().map((each: JsonValue): [string, string] => [name, primitiveText(each)]),
  );
}

function partsText(pairs: readonly (readonly [name: string, text: string])[]): string {
  const parts = pairs.map(([name, text]) => {
    const quoted = name.replaceAll(/["\r\n]/g, encodeURIComponent);
    return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted}"\r\n\r\n${text}\r\n`;
  });
  return `${parts.join("")}--${boundary}--\r\n`;
}
