import type { OpenQuestion, Operation } from "@workflow-api/contract";
import { isWithin, parsePointer } from "@workflow-api/contract/json";
import { titleOf } from "../navigation.ts";
import { contract, operationHref, schemaHref } from "../site.ts";
import { fragmentIn, slugOf } from "../text/slug.ts";
import { schemaId } from "./fields.ts";

/** The open questions about what stands at a JSON Pointer, and not about a field within it. */
export function questionsAbout(pointer: string): OpenQuestion[] {
  const isAbout = (place: string): boolean =>
    isWithin(pointer, place)
      ? pointer === place || (place.endsWith("/properties") && isChild(pointer, place))
      : isWithin(place, pointer) && !place.slice(pointer.length).includes("/properties/");
  return contract.openQuestions.filter(({ places }) => places.some(isAbout));
}

function isChild(pointer: string, parent: string): boolean {
  return parsePointer(pointer).length === parsePointer(parent).length + 1;
}

/** A link to a part of a page. */
export interface PlaceLink {
  readonly text: string;
  readonly href: string;
}

/** Where the places of a question are on the pages. */
export function placeLinks({ operations, places }: OpenQuestion): PlaceLink[] {
  const concerned = contract.operations.filter(({ operationId }) =>
    operations.includes(operationId),
  );
  const links = places.flatMap((place) => {
    const [root, kind, name = "", , field] = parsePointer(place);
    if (root === "components" && kind === "schemas") return [schemaLink(name, field)];
    return concerned.flatMap((operation) => operationLinks(operation, place));
  });
  return [...new Map(links.map((link) => [link.href, link])).values()];
}

function schemaLink(name: string, field: string | undefined): PlaceLink {
  if (field === undefined) return { text: name, href: schemaHref(name) };
  const fragment = fragmentIn(schemaId, slugOf(field));
  return { text: `${name}.${field}`, href: `${schemaHref(name)}#${fragment}` };
}

/** The part of the page of an operation that a place is in. Empty: the operation has none. */
function operationLinks(operation: Operation, place: string): PlaceLink[] {
  const { parameters, pointer, responses } = operation;
  const server = { at: place, text: "Server of ", fragment: "server" };
  const parts = [
    ...(place.includes("/servers/") ? [server] : []),
    ...parameters.map((parameter) => ({
      at: parameter.pointer,
      text: `${parameter.name} of `,
      fragment: fragmentIn(parameter.in, slugOf(parameter.name)),
    })),
    ...responses.map((response) => ({
      at: response.pointer,
      text: `${response.code} of `,
      fragment: `response-${response.code}`,
    })),
    { at: `${pointer}/responses`, text: "Responses of ", fragment: "responses" },
    { at: `${pointer}/security`, text: "Authentication of ", fragment: "authentication" },
    { at: pointer, text: "", fragment: "_top" },
  ];
  const part = parts.find(({ at }) => isWithin(place, at));
  if (part === undefined) return [];
  const href = `${operationHref(operation)}#${part.fragment}`;
  return [{ text: part.text + titleOf(operation), href }];
}
