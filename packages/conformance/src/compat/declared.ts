import {
  appendPointer,
  type Contract,
  choicesOf,
  essenceOf,
  type Facet,
  facetsOf,
  type HttpRequest,
  type HttpResponse,
  isObject,
  itemPlaces,
  type JsonValue,
  type MediaType,
  type Operation,
  type Parameter,
  parsePointer,
  propertyNames,
  propertyPlaces,
  type SchemaPlace,
  type Violation,
} from "@workflow-api/contract";

/** The representation of a request's body; `undefined`: it has none that the operation declares. */
export function mediaOfRequest(
  { requestBody }: Operation,
  { body, headers }: HttpRequest,
): MediaType | undefined {
  return body === "" ? undefined : mediaNamed(requestBody?.content, headers["content-type"]);
}

/** The representation of a response's body; `undefined`: it has none that the operation declares. */
export function mediaOfResponse({ responses }: Operation, response: HttpResponse): MediaType | undefined {
  const documented = responses.find(({ status }) => status === response.status);
  return mediaNamed(documented?.content, response.headers["content-type"]);
}

function mediaNamed(content: readonly MediaType[] = [], contentType = ""): MediaType | undefined {
  return content.find(({ mediaType }) => essenceOf(mediaType) === essenceOf(contentType));
}

/**
 * Whether a contract declares what another one finds a message wrong in. Who keeps to a contract does not send what it does
 * not declare, so a constraint on that hurts nobody; that something must be there does.
 *
 * @param parameters - The parameters or headers of the message.
 * @param media - The representation of its body.
 */
export function isDeclared(
  { document }: Contract,
  parameters: readonly Parameter[],
  media: MediaType | undefined,
  { keyword, part, pointer }: Violation,
): boolean {
  if (/^(query|header) /.test(part) && part !== "header content-type" && keyword !== "security")
    return keyword === "required" || parameters.some(({ key }) => key === part);
  return part !== "body" || media === undefined || placesAt(document, [media], pointer) !== undefined;
}

/** The JSON Pointers into a body of the members that one contract declares and another does not. */
export function undeclared(
  [{ document }, media]: readonly [Contract, MediaType],
  [{ document: other }, otherMedia]: readonly [Contract, MediaType],
  body: JsonValue,
): string[] {
  const found = pointersIn(body, "").filter(
    (pointer) =>
      placesAt(document, [media], pointer) !== undefined &&
      placesAt(other, [otherMedia], pointer) === undefined,
  );
  return found.filter((pointer) => !found.some((above) => pointer.startsWith(`${above}/`)));
}

function pointersIn(value: JsonValue, pointer: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = appendPointer(pointer, name);
    return [at, ...pointersIn(member ?? null, at)];
  });
}

/**
 * The schemas that speak of what is at a pointer into a value.
 *
 * @returns `undefined`: the schemas above it declare other members, and not this one.
 */
function placesAt(
  document: Contract["document"],
  start: readonly SchemaPlace[],
  pointer: string,
): SchemaPlace[] | undefined {
  let places = [...start];
  for (const token of parsePointer(pointer)) {
    const facets = allFacets(document, places);
    const declared = propertyNames(facets);
    const next = [...propertyPlaces(facets, token), ...itemPlaces(facets)];
    const isFree = declared.length === 0 || next.some(({ schema }) => isObject(schema));
    if (!isFree && !declared.includes(token)) return undefined;
    places = next;
  }
  return places;
}

/** The facets of places and of every branch that a value may take. */
function allFacets(document: Contract["document"], places: readonly SchemaPlace[], depth = 0): Facet[] {
  const facets = facetsOf(document, places);
  const branches = choicesOf(facets).flat();
  return branches.length === 0 || depth > 4
    ? facets
    : [...facets, ...allFacets(document, branches, depth + 1)];
}

/** The JSON Pointers in a contract of what a violation is about, nearest first. */
export function violatedPlaces(
  { document, securitySchemes }: Contract,
  operation: Operation,
  media: MediaType | undefined,
  { keyword, part, pointer }: Violation,
): string[] {
  const { parameters, responses } = operation;
  const parameter =
    parameters.find(({ key }) => key === part) ??
    responses.flatMap(({ headers }) => headers).find(({ key }) => key === part);
  if (keyword === "security")
    return [`${operation.pointer}/security`, "/security", ...securitySchemes.map((scheme) => scheme.pointer)];
  if (keyword === "x-includes")
    return parameters.map(({ parameterPointer }) => `${parameterPointer}/x-includes`);
  if (parameter !== undefined) {
    const schemas = schemaPlaces(document, [parameter], pointer, keyword);
    const { parameterPointer } = parameter;
    return [appendPointer(parameterPointer, keyword), ...schemas, parameterPointer];
  }
  if (part === "body" && media !== undefined)
    return [...schemaPlaces(document, [media], pointer, keyword), media.pointer];
  if (part === "body")
    return [`${operation.pointer}/requestBody/${keyword}`, `${operation.pointer}/requestBody`];
  return [operation.pointer];
}

function schemaPlaces(
  document: Contract["document"],
  start: readonly SchemaPlace[],
  pointer: string,
  keyword: string,
): string[] {
  const found = allFacets(document, placesAt(document, start, pointer) ?? []).map((facet) => facet.pointer);
  return [...found.map((place) => appendPointer(place, keyword)), ...found];
}
