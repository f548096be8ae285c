import type { ResponseCase } from "@workflow-api/conformance";
import {
  appendPointer,
  type Contract,
  choicesOf,
  essenceOf,
  type Facet,
  facetsOf,
  type HttpRequest,
  itemPlaces,
  type JsonObject,
  type JsonValue,
  judgeRequest,
  judgeResponse,
  type MediaType,
  type Operation,
  type Parameter,
  parsePointer,
  propertyNames,
  propertyPlaces,
  type SchemaPlace,
  type Violation,
} from "@workflow-api/contract";

/** What a contract makes of a request or a response. */
export interface Reading {
  readonly contract: Contract;
  /** `undefined`: it has no such path, or not this method of it. */
  readonly operation: Operation | undefined;
  /** The parameters, or the headers of the response, that it declares. */
  readonly fields: readonly Parameter[];
  /** The representation of the body. */
  readonly media: MediaType | undefined;
  readonly values: ReadonlyMap<string, JsonValue>;
  /** That of a request. */
  readonly body: JsonValue | undefined;
  /** Empty: it allows the message. */
  readonly violations: readonly Violation[];
}

const blank = { fields: [], media: undefined, values: new Map(), body: undefined };

/** Reads a request. */
export function readRequest(contract: Contract, request: HttpRequest): Reading {
  const [path = ""] = request.target.split("?");
  const { operation, segments } = contract.route(request.method, path);
  if (operation === undefined) {
    const message = `must lead to an operation (${request.method} ${path})`;
    const violations = [{ part: "path", pointer: "", keyword: "path", message }];
    return { ...blank, contract, operation, violations };
  }
  const { unauthenticated, ...judged } = judgeRequest(contract, operation, request, segments);
  const media = mediaNamed(operation.requestBody?.content, request.headers["content-type"]);
  const violations = [...unauthenticated, ...judged.violations];
  return { contract, operation, fields: operation.parameters, media, ...judged, violations };
}

/** Reads a response. `undefined`: the contract has no such operation. */
export function readResponse(contract: Contract, one: ResponseCase): Reading | undefined {
  const { response, values } = one;
  const operation = counterpartOf(one.operation, contract);
  if (operation === undefined) return undefined;
  const documented = operation.responses.find(({ status }) => status === response.status);
  const media = mediaNamed(documented?.content, response.headers["content-type"]);
  const violations = judgeResponse(contract, operation, response, values);
  const { headers = [] } = documented ?? {};
  return { ...blank, contract, operation, fields: headers, media, values, violations };
}

/**
 * The same operation of another contract, whatever its path parameters are called: a template leads
 * where its requests do.
 */
export function counterpartOf(
  { method, path }: Operation,
  contract: Contract,
): Operation | undefined {
  return contract.route(method, path).operation;
}

function mediaNamed(content: readonly MediaType[] = [], contentType = ""): MediaType | undefined {
  return content.find(({ mediaType }) => essenceOf(mediaType) === essenceOf(contentType));
}

/** The JSON Pointers into a body of the members that one contract declares and another does not. */
export function undeclared(
  own: Reading,
  other: Reading,
  value: JsonValue | undefined = own.body,
  at = "",
): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member = null]) => {
    const below = appendPointer(at, name);
    const isLost = isDeclared(own, at, name) && !isDeclared(other, at, name);
    return isLost ? [below] : undeclared(own, other, member, below);
  });
}

/**
 * Whether a contract says something of a member of what is at a pointer, by its name or because any
 * is one of a map.
 */
function isDeclared({ contract, media }: Reading, pointer: string, name: string): boolean {
  if (media === undefined) return true;
  const facets = allFacets(contract.document, placesAt(contract.document, media, pointer));
  const names = propertyNames(facets);
  return names.includes(name) || names.length === 0 || itemPlaces(facets).length > 0;
}

/** The schemas that speak of what is at a pointer into a value. */
function placesAt(document: JsonObject, start: SchemaPlace, pointer: string): SchemaPlace[] {
  let places = [start];
  for (const token of parsePointer(pointer)) {
    const facets = allFacets(document, places);
    places = [...propertyPlaces(facets, token), ...itemPlaces(facets)];
  }
  return places;
}

/** The facets of places and of every branch that a value may take. */
function allFacets(document: JsonObject, places: readonly SchemaPlace[], depth = 0): Facet[] {
  const facets = facetsOf(document, places);
  const branches = depth > 4 ? [] : choicesOf(facets).flat();
  return branches.length === 0 ? facets : [...facets, ...allFacets(document, branches, depth + 1)];
}

/** The JSON Pointers in a contract of what a violation is about. */
export function placesOf(reading: Reading, { keyword, part, pointer }: Violation): string[] {
  const { contract, fields, media, operation } = reading;
  const { includes: including = [], pointer: at = "" } = operation ?? {};
  if (keyword === "security")
    return [`${at}/security`, "/security", ...contract.securitySchemes.map((each) => each.pointer)];
  if (keyword === "x-includes")
    return including.flatMap(({ parameter: { parameterPointer: place } }) => [
      `${place}/x-includes`,
      place,
    ]);
  const field = fields.find(({ key }) => key === part);
  const start = field ?? (part === "body" ? media : undefined);
  if (start === undefined) return [part === "body" ? `${at}/requestBody` : at];
  const schemas = allFacets(contract.document, placesAt(contract.document, start, pointer));
  const own = field?.parameterPointer ?? start.pointer;
  return [...schemas.map((schema) => schema.pointer), own].flatMap((place) => [
    `${place}/${keyword}`,
    place,
  ]);
}
