import type { JsonObject, JsonValue } from "./json.ts";
import { essenceOf, isJson, isMediaRange, mediaTypeParameter } from "./media-type.ts";
import type { MediaType } from "./model.ts";
import { serializeParameter } from "./serialize-parameter.ts";

/** A media type of a form, with how its fields travel. */
export type FormMedia = Pick<MediaType, "mediaType"> & Partial<Pick<MediaType, "encoding" | "fields">>;

/** One pair of a form, as it travels. */
export interface FormPart {
  readonly name: string;
  readonly text: string;
  /** `undefined`: plain text. */
  readonly contentType: string | undefined;
  /** What the file is called that the part holds. Absent: it holds none. */
  readonly filename?: string;
}

/** Whether a media type is one of the two of forms. */
export function isForm(mediaType: string): boolean {
  return isMultipart(mediaType) || essenceOf(mediaType) === "application/x-www-form-urlencoded";
}

/**
 * A form as it travels (OpenAPI 3.1, "Encoding Object"; RFC 7578 for the parts of a multipart body).
 * @returns The value of the Content-Type, which names the boundary of the parts, and the body.
 */
export function encodeForm(media: FormMedia, body: JsonObject): { contentType: string; text: string } {
  const fields = partsOfForm(media, body);
  const { mediaType } = media;
  if (!isMultipart(mediaType)) {
    const pairs = fields.map(({ name, text }): [string, string] => [name, text]);
    return { contentType: mediaType, text: new URLSearchParams(pairs).toString() };
  }
  const named = mediaTypeParameter(mediaType, "boundary");
  const boundary = named ?? freeBoundary(fields);
  const contentType = named === undefined ? `${mediaType}; boundary=${boundary}` : mediaType;
  const parts = fields.map((field) => `--${boundary}\r\n${partOf(field)}\r\n`);
  return { contentType, text: `${parts.join("")}--${boundary}--\r\n` };
}

/** Whether a form that came is this value, in any order of its fields. Of a part only the name and the text count. */
export function isSameForm(media: FormMedia, came: string, body: JsonObject): boolean {
  const pairs = formPairs(media, came);
  const expected = partsOfForm(media, body).map(({ name, text }): [string, string] => [name, text]);
  return sorted(pairs) === sorted(expected);
}

/** The names and texts of a form that came. */
export function formPairs({ mediaType }: FormMedia, came: string): [string, string][] {
  return isMultipart(mediaType) ? partsOf(came) : [...new URLSearchParams(came)];
}

/** Whether a media type is that of a form in parts. */
export function isMultipart(mediaType: string): boolean {
  return essenceOf(mediaType) === "multipart/form-data";
}

/** The pairs of a form. A list is one for each of its items, unless its encoding states a style. */
export function partsOfForm({ encoding, fields }: FormMedia, body: JsonObject): FormPart[] {
  return Object.entries(body).flatMap(([name, value = null]) => {
    const {
      contentType = fields?.get(name)?.mediaType,
      style,
      explode = style === "form",
      allowReserved = false,
    } = encoding?.get(name) ?? {};
    if (style !== undefined) {
      const parameter = { name, in: "query", style, explode, allowReserved, mediaType: undefined } as const;
      const pairs = [...new URLSearchParams(serializeParameter(parameter, value))];
      return pairs.map(([key, text]) => ({ name: key, text, contentType: undefined }));
    }
    return [value].flat().flatMap((item) => fieldOf(name, item, contentType));
  });
}

function fieldOf(name: string, value: JsonValue, stated: string | undefined): FormPart[] {
  if (value === null) return [];
  const isText = typeof value !== "object";
  const [first] = (stated ?? "").split(",").filter((type) => type !== "" && !isMediaRange(type));
  const contentType = first?.trim() ?? (isText ? undefined : "application/json");
  const isFile = isText && contentType !== undefined && isOfFile(contentType);
  const text = isText ? String(value) : JSON.stringify(value);
  return [{ name, text, contentType, ...(isFile && { filename: name }) }];
}

/** Without a name many servers take a file for a field (RFC 7578, section 4.2), and a named field for a file. */
function isOfFile(contentType: string): boolean {
  return !isJson(contentType) && essenceOf(contentType) !== "text/plain";
}

/** What separates the parts may not stand in them (RFC 2046, 5.1.1). */
function freeBoundary(fields: readonly FormPart[]): string {
  const name = "a-part-of-the-form";
  for (let number = 1; ; number++) {
    const boundary = number === 1 ? name : `${name}-${number}`;
    if (!fields.some(({ text }) => text.includes(`--${boundary}`))) return boundary;
  }
}

const escapes: Readonly<Record<string, string>> = { '"': "%22", "\r": "%0D", "\n": "%0A" };

function partOf({ name, text, contentType, filename }: FormPart): string {
  const file = filename === undefined ? "" : `; filename=${quoted(filename)}`;
  const type = contentType === undefined ? "" : `\r\nContent-Type: ${contentType}`;
  return `Content-Disposition: form-data; name=${quoted(name)}${file}${type}\r\n\r\n${text}`;
}

function quoted(name: string): string {
  return `"${name.replaceAll(/["\r\n]/g, (character) => escapes[character] ?? "")}"`;
}

/** With the two hyphens before it (RFC 2046, 5.1.1). */
const longestBoundary = 72;

function partsOf(came: string): [string, string][] {
  const [first = ""] = came.split("\r\n", 1);
  if (!first.startsWith("--") || first.length > longestBoundary) return [];
  return came
    .split(new RegExp(`(?:^|\r\n)${first.replaceAll(/[.*+?^${"$"}{}()|[\]\\]/g, "\\$&")}(?:--)?\r\n`))
    .flatMap((part): [string, string][] => {
      const end = part.indexOf("\r\n\r\n");
      const [, name] = /\bname="([^"]*)"/i.exec(part.slice(0, end)) ?? [];
      return end < 0 || name === undefined ? [] : [[name.replaceAll("%22", '"'), part.slice(end + 4)]];
    });
}

function sorted(pairs: readonly (readonly [string, string])[]): string {
  return JSON.stringify(pairs.map((pair) => JSON.stringify(pair)).sort());
}
