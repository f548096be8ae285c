import type { ReadResponse, Target } from "@workflow-api/conformance";
import { type Contract, type HttpRequest, readContract } from "@workflow-api/contract";
import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract/json";

// A service with state: a parcel has a unique reference, and an owner that must exist.

const id = { type: "string", format: "uuid", readOnly: true };
const owner = {
  type: "object",
  required: ["id", "name"],
  properties: { id, name: { type: "string", minLength: 1, maxLength: 80 } },
};
const parcel = {
  type: "object",
  required: ["id", "reference", "ownerId", "weight", "kind"],
  properties: {
    id,
    reference: { type: "string", pattern: "^[A-Z]{2}-[0-9]{6}$" },
    ownerId: { type: "string", format: "uuid" },
    weight: { type: "integer", minimum: 1, maximum: 30000 },
    kind: { type: "string", enum: ["box", "tube"] },
    fragile: { type: "boolean" },
    note: { type: "string", maxLength: 200 },
  },
};
const { required: _, ...parcelEdit } = {
  ...parcel,
  properties: { ...parcel.properties, ownerId: undefined, reference: undefined },
};
const problem = {
  type: "object",
  required: ["title"],
  properties: { title: { type: "string" } },
};

function json(schema: string, description = "Well."): JsonObject {
  const reference = { $ref: `#/components/schemas/${schema}` };
  return { description, content: { "application/json": { schema: reference } } };
}

function body(schema: string, example: JsonObject): JsonObject {
  const reference = { $ref: `#/components/schemas/${schema}` };
  const content = {
    "application/json": { schema: reference, examples: { usual: { value: example } } },
  };
  return { required: true, content };
}

const pathId = [
  { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } },
];
const paging = [
  { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
  { name: "cursor", in: "query", schema: { type: "string" } },
];
const known = { 404: json("Problem"), 422: json("Problem") };

/** The document: eight operations, none of which has an id in an example. */
const document: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Parcels", version: "1" },
  paths: {
    "/owners": {
      get: {
        operationId: "listOwners",
        parameters: paging,
        responses: { 200: json("OwnerPage"), 422: json("Problem") },
      },
      post: {
        operationId: "createOwner",
        requestBody: body("Owner", { name: "Ada" }),
        responses: { 201: json("Owner"), 422: json("Problem") },
      },
    },
    "/owners/{id}": {
      get: {
        operationId: "getOwner",
        parameters: pathId,
        responses: { 200: json("Owner"), ...known },
      },
    },
    "/parcels": {
      get: {
        operationId: "listParcels",
        parameters: [
          ...paging,
          { name: "ownerId", in: "query", schema: { type: "string", format: "uuid" } },
        ],
        responses: { 200: json("ParcelPage"), 422: json("Problem") },
      },
      post: {
        operationId: "createParcel",
        requestBody: body("Parcel", {
          reference: "AB-123456",
          ownerId: "6f1c2d3e-4b5a-4c6d-8e7f-9a0b1c2d3e4f",
          weight: 1200,
          kind: "box",
        }),
        responses: { 201: json("Parcel"), 409: json("Problem"), 422: json("Problem") },
      },
    },
    "/parcels/{id}": {
      get: {
        operationId: "getParcel",
        parameters: pathId,
        responses: { 200: json("Parcel"), ...known },
      },
      patch: {
        operationId: "editParcel",
        parameters: pathId,
        requestBody: body("ParcelEdit", { weight: 800 }),
        responses: { 200: json("Parcel"), ...known },
      },
      delete: {
        operationId: "removeParcel",
        parameters: pathId,
        responses: { 204: { description: "Removed." }, ...known },
      },
    },
  },
  components: {
    schemas: {
      Owner: owner,
      Parcel: parcel,
      ParcelEdit: JSON.parse(JSON.stringify({ ...parcelEdit, minProperties: 1 })),
      Problem: problem,
      OwnerPage: page("Owner"),
      ParcelPage: page("Parcel"),
    },
  },
};

function page(schema: string): JsonObject {
  return {
    type: "object",
    required: ["items"],
    properties: {
      items: { type: "array", items: { $ref: `#/components/schemas/${schema}` } },
      nextCursor: { type: "string" },
    },
  };
}

export const parcels: Contract = readContract(document);

/** A thing that the service keeps. */
type Row = JsonObject & { readonly id: string };

/** How a service differs from a right one. */
export interface Fault {
  /** Violations that it overlooks, by `keyword part pointer`. */
  readonly overlooks?: RegExp;
  /** A response in place of the right one. */
  readonly changes?: (request: HttpRequest, response: ReadResponse, rows: Row[]) => ReadResponse;
  /** It keeps nothing that a PATCH sends. */
  readonly forgets?: boolean;
  /** It keeps what is deleted. */
  readonly keeps?: boolean;
  /** Each page leads to itself. */
  readonly repeatsPages?: boolean;
  /** The status for an owner that it does not know. */
  readonly unknownOwner?: number;
  /** It refuses each new parcel as one whose reference is taken. */
  readonly refusesAll?: boolean;
}

/** The service, and what it keeps. */
export interface ParcelService extends Target {
  readonly requests: HttpRequest[];
  readonly owners: Row[];
  readonly parcels: Row[];
}

/** Starts a service in this process. It has an owner and a parcel that others made. */
export function createParcelService(fault: Fault = {}): ParcelService {
  const service: ParcelService = {
    requests: [],
    owners: [{ id: uuid(1), name: "Somebody else" }],
    parcels: [{ id: uuid(2), reference: "ZZ-000001", ownerId: uuid(1), weight: 1, kind: "tube" }],
    send: async (request) => {
      service.requests.push(request);
      const response = respond(service, fault, request);
      return fault.changes?.(request, response, service.parcels) ?? response;
    },
  };
  return service;
}

function respond(service: ParcelService, fault: Fault, request: HttpRequest): ReadResponse {
  const { body: sent, operation, values, violations } = parcels.judge(request);
  if (operation === undefined) return reply(404, { title: "Nothing there" });
  const overlooked = ({ keyword, part, pointer }: (typeof violations)[number]): boolean =>
    fault.overlooks?.test(`${operation.operationId} ${keyword} ${part} ${pointer}`) === true;
  if (violations.some((each) => !overlooked(each))) return reply(422, { title: "Invalid" });
  const rows = operation.path.startsWith("/owners") ? service.owners : service.parcels;
  const given = isObject(sent) ? sent : {};
  if (!operation.path.includes("{"))
    return operation.method === "GET"
      ? pageOf(rows, values, fault)
      : created(service, rows, fault, given);
  const row = rows.find((each) => each.id === values.get("path id"));
  if (row === undefined) return reply(404, { title: "Unknown" });
  if (operation.method === "GET") return reply(200, row);
  if (operation.method === "PATCH") {
    const changed = { ...row, ...given, id: row.id };
    if (fault.forgets !== true) rows.splice(rows.indexOf(row), 1, changed);
    return reply(200, changed);
  }
  if (fault.keeps !== true) rows.splice(rows.indexOf(row), 1);
  return { status: 204, headers: {}, body: "" };
}

function created(
  { owners, parcels: all, requests }: ParcelService,
  rows: Row[],
  { refusesAll, unknownOwner = 422 }: Fault,
  given: JsonObject,
): ReadResponse {
  const { id: _id, ...rest } = given;
  const isTaken = all.some((each) => each["reference"] === given["reference"]);
  if (rows === all && !owners.some((each) => each.id === given["ownerId"]))
    return reply(unknownOwner, { title: "Unknown owner" });
  if (rows === all && (refusesAll === true || isTaken))
    return reply(409, { title: "The reference is taken" });
  const made: Row = { ...rest, id: uuid(requests.length + 2) };
  rows.push(made);
  return reply(201, made);
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

function reply(status: number, value: unknown): ReadResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

function pageOf(
  rows: readonly Row[],
  values: ReadonlyMap<string, JsonValue>,
  { repeatsPages }: Fault,
): ReadResponse {
  const ownerId = values.get("query ownerId");
  const found = rows.filter((each) => ownerId === undefined || each["ownerId"] === ownerId);
  const limit = Number(values.get("query limit") ?? 10);
  const cursor = values.get("query cursor");
  const isFirst = cursor === undefined || repeatsPages === true;
  const start = isFirst ? 0 : found.findIndex((each) => each.id === cursor) + 1;
  const items = found.slice(start, start + limit);
  const last = items.at(-1);
  const isMore = start + limit < found.length;
  return reply(200, { items, ...(isMore && { nextCursor: last?.id ?? "" }) });
}
