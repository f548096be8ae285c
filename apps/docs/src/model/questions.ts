import type { OpenQuestion, Operation } from "@workflow-api/contract";
import { isWithin, parsePointer } from "@workflow-api/contract/json";
import { titleOf } from "../navigation.ts";
import { contract, operationHref, schemaHref } from "../site.ts";
import { fragmentIn, slugOf } from "../slug.ts";

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
  const schema = slugOf(name);
  return field === undefined
    ? { text: name, href: schemaHref(name) }
    : {
        text: `${name}.${field}`,
        href: schemaHref(name).replace(/#.*/, () => `#${fragmentIn(schema, slugOf(field))}`),
      };
}

/** The parts of the page of an operation that a place is in. Empty: the operation has none. */
function operationLinks(operation: Operation, place: string): PlaceLink[] {
  const title = titleOf(operation);
  const parts = [
    ...operation.parameters.map(({ in: location, name, pointer }) => ({
      pointer,
      text: `${name} of ${title}`,
      fragment: fragmentIn(location, slugOf(name)),
    })),
    ...operation.responses.map(({ code, pointer }) => ({
      pointer,
      text: `${code} of ${title}`,
      fragment: `response-${code}`,
    })),
    {
      pointer: `${operation.pointer}/responses`,
      text: `Responses of ${title}`,
      fragment: "responses",
    },
    {
      pointer: `${operation.pointer}/security`,
      text: `Authentication of ${title}`,
      fragment: "authentication",
    },
    { pointer: operation.pointer, text: title, fragment: "" },
  ];
  const found = parts.find(({ pointer }) => isWithin(place, pointer));
  const isOfServer = /^(\/paths\/[^/]+)?\/servers\//.test(place);
  const server = isOfServer ? { fragment: "server", text: `Server of ${title}` } : undefined;
  const { fragment, text } = found ?? server ?? {};
  if (fragment === undefined || text === undefined) return [];
  const href = operationHref(operation);
  return [{ text, href: fragment === "" ? href : `${href}#${fragment}` }];
}
