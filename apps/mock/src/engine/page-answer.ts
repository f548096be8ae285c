import {
  isObject,
  type JsonObject,
  type JsonValue,
  type MediaType,
  type Operation,
} from "@workflow-api/contract";
import { answeredMedia } from "./answered-media.ts";
import type { PrismAnswer } from "./prism.ts";

/** The links of a page to others (JSON:API 1.1, "Pagination"). */
const pageLinks = ["first", "last", "prev", "next"];

/**
 * A page of JSON:API that is made up, as the only one there is: its links to others, behind which nothing would be, are left
 * out, or null where the contract asks for them. Any other answer stays as it is, and a page whose links must be texts.
 */
export function pageAnswer(operation: Operation | undefined, answer: PrismAnswer): PrismAnswer {
  const { output } = answer;
  const { body } = output;
  if (!isObject(body) || !Array.isArray(body["data"]) || !isObject(body["links"])) return answer;
  const { links } = body;
  const media = answeredMedia(operation, output);
  if (media === undefined || !/^application\/vnd\.api\+json\b/i.test(media.mediaType)) return answer;
  if (isShown(media, links)) return answer;
  const found = media.validate(body).length;
  const only = [undefined, null]
    .map((other): JsonObject => ({ ...body, links: withPageLinks(links, other) }))
    .find((page) => media.validate(page).length <= found);
  return only === undefined ? answer : { ...answer, output: { ...output, body: only } };
}

/** Whether links are those of an example, which somebody wrote. */
function isShown({ shown }: MediaType, links: JsonValue): boolean {
  const text = JSON.stringify(links);
  return shown.some(({ value }) => isObject(value) && JSON.stringify(value["links"]) === text);
}

/** @param other What each link to another page is instead. `undefined`: it is left out. */
function withPageLinks(links: JsonObject, other: null | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(links).flatMap(([name, link = null]): [string, JsonValue][] => {
      if (!pageLinks.includes(name)) return [[name, link]];
      return other === undefined ? [] : [[name, other]];
    }),
  );
}
