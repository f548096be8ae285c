import { isDeepStrictEqual } from "node:util";
import { isForm, isObject, type JsonValue, type MediaType } from "@workflow-api/contract";
import { type BodyText, readBody } from "./body-text.ts";

/** The fields of a form that come as something else by another contract; the types of what they hold are those of text. */
export function fieldsReadOtherwise(own: MediaType, theirs: MediaType, body: BodyText): string[] {
  if (!isForm(own.mediaType)) return [];
  const [value, other] = [own, theirs].map((media) => readBody(media, body));
  if (!isObject(value) || !isObject(other)) return [];
  return Object.keys(value).filter((name) => !isDeepStrictEqual(asTexts(value[name]), asTexts(other[name])));
}

/** One value and a list of one are the same. */
function asTexts(value: JsonValue | undefined): unknown {
  if (isObject(value)) return Object.entries(value).map(([name, member]) => [name, asTexts(member)]);
  return [value ?? []].flat().map((item) => (isObject(item) ? asTexts(item) : String(item)));
}

/** What stands in a report of such a field. */
export function readOtherwise(field: string): string {
  return `The field ${field} of the body is read as another value.`;
}
