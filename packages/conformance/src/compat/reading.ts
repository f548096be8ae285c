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
  readJson,
  type SchemaPlace,
  type Violation,
} from "@workflow-api/contract";
import type { ResponseCase } from "../responses.ts";

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
  readonly body: JsonValue | undefined;
  /** Empty: it allows the message. */
  readonly violations: readonly Violation[];
}

/** Reads a request. */
export function readRequest(contract: Contract, request: HttpRequest): Reading {
  const { operation, segments } = contract.route(request.method, request.target.split("?")[0] ?? "");
  if (operation === undefined) {
    const message = `has no ${request.method} ${request.target.split("?")[0]}`;
    const violations = [{ part: "path", pointer: "", keyword: "path", message }];
    return {
      contract,
      operation,
      fields: [],
      media: undefined,
      values: new Map(),
      body: undefined,
      violations,
    };
  }
  const { body, unauthenticated, values, violations } = judgeRequest(contract, operation, request, segments);
  const content = request.body === "" ? undefined : operation.requestBody?.content;
  return {
    ...{ contract, operation, fields: operation.parameters, values, body },
    media: mediaNamed(content, request.headers["content-type"]),
    violations: [...unauthenticated, ...violations],
  };
}

/** Reads a response. `undefined`: the contract has no such operation. */
export function readResponse(
  contract: Contract,
  { operation, response, values }: ResponseCase,
): Reading | undefined {
  const own = counterpartOf(operation, contract);
  if (own === undefined) return undefined;
  const documented = own.responses.find(({ status }) => status === response.status);
  const read = readJson(response.body);
  return {
    ...{ contract, operation: own, fields: documented?.headers ?? [], values },
    media: mediaNamed(documented?.content, response.headers["content-type"]),
    body: "value" in read ? read.value : undefined,
    violations: judgeResponse(contract, own, response, values),
  };
}

/** The same operation of another contract: that of the same method and path, whatever its path parameters are called. */
export function counterpartOf({ method, path }: Operation, contract: Contract): Operation | undefined {
  const shapeOf = (template: string): string => template.replaceAll(/\{[^}]*\}/g, "{}");
  return contract.operations.find(
    (other) => other.method === method && shapeOf(other.path) === shapeOf(path),
  );
}

function mediaNamed(content: readonly MediaType[] = [], contentType = ""): MediaType | undefined {
  return content.find(({ mediaType }) => essenceOf(mediaType) === essenceOf(contentType));
}

/**
 * Whether a violation hurts somebody who keeps to another contract: who does not know a member does not send it, so what is
 * demanded of its value hurts nobody. That something must be sent does.
 *
 * @param own - By the contract that allows the message; `other` is by the one that finds the violation.
 */
export function isHurt(own: Reading, other: Reading, { keyword, part, pointer }: Violation): boolean {
  const isField = /^(query|header) /.test(part) && part !== "header content-type";
  if (isField)
    return keyword === "required" || keyword === "security" || own.fields.some(({ key }) => key === part);
  return part !== "body" || !waysDown(pointer).some((at) => !isDeclared(own, at) && isDeclared(other, at));
}

/** `/a`, `/a/b` and `/a/b/c` for `/a/b/c`. */
function waysDown(pointer: string): string[] {
  return parsePointer(pointer).map((_, index, tokens) => appendPointer("", ...tokens.slice(0, index + 1)));
}

/** The JSON Pointers into a body of the members that one contract declares and another does not. */
export function undeclared(own: Reading, other: Reading): string[] {
  const found = pointersIn(own.body ?? null, "").filter(
    (pointer) => isDeclared(own, pointer) && !isDeclared(other, pointer),
  );
  return found.filter((pointer) => !found.some((above) => pointer.startsWith(`${above}/`)));
}

function pointersIn(value: JsonValue, pointer: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member = null]) => {
    const at = appendPointer(pointer, name);
    return [at, ...pointersIn(member, at)];
  });
}

/** Whether a contract says something of the member at a pointer into a body, by its name or because any is one of a map. */
function isDeclared({ contract, media }: Reading, pointer: string): boolean {
  if (media === undefined) return true;
  const above = placesAt(contract.document, media, pointer.slice(0, pointer.lastIndexOf("/")));
  const facets = allFacets(contract.document, above);
  const names = propertyNames(facets);
  return (
    names.length === 0 || names.includes(parsePointer(pointer).at(-1) ?? "") || itemPlaces(facets).length > 0
  );
}

/** The schemas that speak of what is at a pointer into a value. */
function placesAt(document: JsonObject, start: SchemaPlace, pointer: string): SchemaPlace[] {
  return parsePointer(pointer).reduce<SchemaPlace[]>(
    (places, token) => {
      const facets = allFacets(document, places);
      return [...propertyPlaces(facets, token), ...itemPlaces(facets)];
    },
    [start],
  );
}

/** The facets of places and of every branch that a value may take. */
function allFacets(document: JsonObject, places: readonly SchemaPlace[], depth = 0): Facet[] {
  const facets = facetsOf(document, places);
  const branches = choicesOf(facets).flat();
  return branches.length === 0 || depth > 4
    ? facets
    : [...facets, ...allFacets(document, branches, depth + 1)];
}

/** The JSON Pointers in a contract of what a violation is about, nearest first. */
export function placesOf(reading: Reading, { keyword, part, pointer }: Violation): string[] {
  const { contract, fields, media, operation } = reading;
  if (operation === undefined) return [];
  const schemas = (start: SchemaPlace): string[] => {
    const found = allFacets(contract.document, placesAt(contract.document, start, pointer));
    const pointers = found.map((facet) => facet.pointer);
    return [...pointers.map((place) => `${place}/${keyword}`), ...pointers];
  };
  const field = fields.find(({ key }) => key === part);
  if (keyword === "security")
    return [
      `${operation.pointer}/security`,
      "/security",
      ...contract.securitySchemes.map((scheme) => scheme.pointer),
    ];
  if (keyword === "x-includes")
    return operation.parameters.map(({ parameterPointer }) => `${parameterPointer}/x-includes`);
  if (field !== undefined)
    return [`${field.parameterPointer}/${keyword}`, ...schemas(field), field.parameterPointer];
  if (part === "body" && media !== undefined) return [...schemas(media), media.pointer];
  return part === "body" ? [`${operation.pointer}/requestBody`] : [operation.pointer];
}
