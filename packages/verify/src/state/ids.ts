import type { Contract, HttpResponse, Operation } from "@workflow-api/contract";
import { parseTarget, readJson } from "@workflow-api/contract/http";
import { isObject, type JsonObject, type JsonValue, valueAt } from "@workflow-api/contract/json";
import { bareTemplate, isOfResource, plainName, resourceNames, resourceTemplate } from "./paths.ts";

// The ids that responses hold, of what a request made and of the items of a list.

/** The ids in a path, outermost first. */
export type Ids = readonly JsonValue[];

/** How a resource is identified: the operations of its path, and its template. */
export interface ResourceKind {
  readonly contract: Contract;
  readonly template: string;
  /** The path of the base URL, which precedes that of a `Location`. */
  readonly basePath: string;
}

/** The operations of a resource. */
export function operationsOf({ contract, template }: ResourceKind): Operation[] {
  return contract.operations.filter(
    (each) => isOfResource(each) && resourceTemplate(each) === template,
  );
}

/**
 * The ids of what a request made: by its `Location`, or else by its body.
 *
 * @param parents - The ids of what it was made below.
 */
export function idsOfMade(
  kind: ResourceKind,
  response: HttpResponse,
  parents: Ids,
): Ids | undefined {
  const { location } = response.headers;
  const located = location === undefined ? undefined : idsOfUrl(kind, location);
  if (located !== undefined) return located;
  const read = readJson(response.body);
  const id = "value" in read ? idOf(kind, read.value) : undefined;
  return id === undefined ? undefined : [...parents, id];
}

/** The ids of the items of a list. */
export function idsOfItems(kind: ResourceKind, response: HttpResponse, parents: Ids): Ids[] {
  const read = readJson(response.body);
  const items = "value" in read ? listItems(read.value) : [];
  return items.flatMap((item) => {
    const link = isObject(item) ? valueAt(item, "/links/self") : undefined;
    const ids = typeof link === "string" ? idsOfUrl(kind, link) : undefined;
    if (ids !== undefined) return [ids];
    const id = memberOf(kind, item);
    return id === undefined ? [] : [[...parents, id]];
  });
}

/** The items of a list: the body, or the first array of objects in it. */
export function listItems(body: JsonValue): readonly JsonValue[] {
  if (Array.isArray(body)) return body;
  if (!isObject(body)) return [];
  const members = Object.values(body);
  const direct = members.find((each) => Array.isArray(each) && each.every(isObject));
  if (Array.isArray(direct)) return direct;
  return (
    members
      .filter(isObject)
      .map(listItems)
      .find((items) => items.length > 0) ?? []
  );
}

/** The ids in a URL that leads to a resource. `undefined`: it leads elsewhere. */
export function idsOfUrl(kind: ResourceKind, url: string): Ids | undefined {
  const { basePath, contract, template } = kind;
  const { path } = parseTarget(url);
  const paths = path.startsWith(`${basePath}/`) ? [path.slice(basePath.length), path] : [path];
  for (const each of paths)
    for (const { method } of operationsOf(kind)) {
      const { operation, segments } = contract.route(method, each);
      if (operation !== undefined && bareTemplate(operation.path) === template)
        return [...segments.values()].map(decoded);
    }
  return undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The id in a body: where `x-identifies` says, or a member of it. */
function idOf(kind: ResourceKind, body: JsonValue): JsonValue | undefined {
  const stated = operationsOf(kind)
    .flatMap(({ parameters }) => parameters.flatMap(({ identifies }) => identifies ?? []))
    .map((pointer) => valueAt(body, pointer))
    .find(isId);
  return stated ?? memberOf(kind, body);
}

/** A member named as the parameter or `id`, of a value or of the object in it. */
function memberOf(kind: ResourceKind, value: JsonValue): JsonValue | undefined {
  if (!isObject(value)) return undefined;
  const inner = [value["data"], ...Object.values(value)].filter(isObject);
  for (const each of [value, ...inner]) {
    const id = namedId(kind, each);
    if (id !== undefined) return id;
  }
  return undefined;
}

function namedId(kind: ResourceKind, value: JsonObject): JsonValue | undefined {
  const names = operationsOf(kind).flatMap(({ path }) => {
    const [, name = ""] = /\{([^{}]*)\}[^{}]*$/.exec(path) ?? [];
    const short = resourceNames(kind.template).map((prefix) =>
      plainName(name).startsWith(prefix) ? plainName(name).slice(prefix.length) : "",
    );
    return [plainName(name), "id", ...short];
  });
  const members = Object.entries(value);
  return names
    .filter((name) => name !== "")
    .map((name) => members.find(([member]) => plainName(member) === name)?.[1])
    .find(isId);
}

function isId(value: JsonValue | undefined): value is string | number {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}
