import {
  appendPointer,
  type Contract,
  isObject,
  type JsonObject,
  type JsonValue,
  mapSchemas,
  parsePointer,
  readContract,
  valueAt,
} from "@workflow-api/contract";
import { keyOf } from "./places.ts";

/** What a service sends on its own account, as a contract whose operations are those of the receiver. */
export interface SentByService {
  readonly contract: Contract;
  /** The service's own contract. */
  readonly service: Contract;
  /** Where a place of that contract stands in the service's own, as a JSON Pointer. */
  placeOf(pointer: string): string;
  /** What an operation is called in the service's contract: `The webhook uploaded`. */
  titleOf(operationId: string): string;
}

interface Sent {
  /** What it is known by in every version of the contract: nothing that means nothing on the wire is part of it. */
  readonly key: string;
  readonly title: string;
  /** Of the Path Item Object. */
  readonly pointer: string;
  readonly item: JsonObject;
}

/** The webhooks and callbacks of a contract. */
export function sentByService(service: Contract): SentByService {
  const { document } = service;
  const sent = [...webhooksOf(document), ...callbacksOf(document)];
  const places = new Map(sent.map(({ key, pointer }) => [pathOf(key), pointer]));
  const titles = new Map(sent.map(({ key, title }) => [key, title]));
  const paths = Object.fromEntries(sent.map(({ item, key }) => [pathOf(key), withNames(item, key)]));
  const contract = readContract(
    sent.length === 0 ? { ...emptyOf(document), paths } : withPaths(document, paths),
  );
  return {
    contract,
    service,
    titleOf: (operationId) => {
      const key = operationId.replace(/ \w+$/, "");
      return titles.get(key) ?? key;
    },
    placeOf: (pointer) => {
      const [root, path = "", ...rest] = parsePointer(pointer);
      const place = root === "paths" ? places.get(path) : undefined;
      if (place !== undefined) return `${place}${appendPointer("", ...rest)}`;
      return pointer.replace(`/${aside}`, "/paths");
    },
  };
}

/** Where the paths of the service stand in the contract of what it sends, for others may refer to what is in them. */
const aside = "x-paths-of-the-service";

function withPaths(document: JsonObject, paths: JsonObject): JsonObject {
  // Neither the service's own servers nor its ways of authenticating are those of the receiver.
  const { servers: _, ...others } = document;
  const text = JSON.stringify({ ...others, security: [], paths, [aside]: document["paths"] });
  const moved: JsonObject = JSON.parse(text.replaceAll('"$ref":"#/paths/', `"$ref":"#/${aside}/`));
  return mapSchemas(moved, turned);
}

/** A schema as the receiver's own: what only the service sends it is what a receiver would call `writeOnly`. */
function turned({ readOnly, writeOnly, ...schema }: JsonObject): JsonObject {
  return { ...schema, ...(readOnly && { writeOnly: readOnly }), ...(writeOnly && { readOnly: writeOnly }) };
}

function emptyOf({ info = {}, openapi = "" }: JsonObject): JsonObject {
  return { openapi, info };
}

function webhooksOf(document: JsonObject): Sent[] {
  return followed(document, document["webhooks"], "/webhooks").map(([name, item, pointer]) => ({
    key: `The webhook ${name}`,
    title: `The webhook ${name}`,
    item,
    pointer,
  }));
}

function callbacksOf(document: JsonObject): Sent[] {
  return followed(document, document["paths"], "/paths").flatMap(([path, item, place]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!isObject(operation) || operation["callbacks"] === undefined) return [];
      const of =
        typeof operation["operationId"] === "string" ? operation["operationId"] : `${method} ${path}`;
      const pointer = appendPointer(place, method, "callbacks");
      return followed(document, operation["callbacks"], pointer).flatMap(([name, callback, at]) =>
        followed(document, callback, at).map(([expression, sent, inside]) => ({
          key: `The callback ${name} of ${keyOf({ method, path })} to ${expression}`,
          title: `The callback ${name} of ${of} to ${expression}`,
          item: sent,
          pointer: inside,
        })),
      );
    }),
  );
}

/** The members that are objects, with where they stand, references followed. */
function followed(
  document: JsonObject,
  members: JsonValue | undefined,
  pointer: string,
): [name: string, member: JsonObject, pointer: string][] {
  return Object.entries(isObject(members) ? members : {}).flatMap(([name, member]) => {
    const found = follow(document, member, appendPointer(pointer, name));
    return found === undefined ? [] : [[name, ...found] as [string, JsonObject, string]];
  });
}

function follow(
  document: JsonObject,
  member: JsonValue | undefined,
  pointer: string,
): [member: JsonObject, pointer: string] | undefined {
  if (!isObject(member)) return undefined;
  const reference = member["$ref"];
  if (typeof reference !== "string" || !reference.startsWith("#/")) return [member, pointer];
  const target = decodeURIComponent(reference.slice(1));
  return follow(document, valueAt(document, target), target);
}

/** A key as a path: what an expression holds in braces is no parameter of it. */
function pathOf(key: string): string {
  return `/${encodeURIComponent(key)}`;
}

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

/** A Path Item Object whose operations are called by its key and their method, for they need not have names. */
function withNames(item: JsonObject, key: string): JsonObject {
  const members = Object.entries(item).map(([name, member]): [string, JsonValue | undefined] =>
    methods.has(name) && isObject(member)
      ? [name, { ...member, operationId: `${key} ${name}`, callbacks: {} }]
      : [name, member],
  );
  return Object.fromEntries(members);
}
