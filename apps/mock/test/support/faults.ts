import type { JsonObject, JsonValue } from "@workflow-api/contract";
import { isObject } from "@workflow-api/contract";

/** An answer of the mock on its way, and the request that it answers. */
export interface Passing {
  readonly method: string;
  readonly url: string;
  readonly request: Headers;
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Spoil = (passing: Passing) => Passing;

const jsonApi = { "content-type": "application/vnd.api+json" };

/** Answers with success whatever was asked. */
export const accept: Spoil = (it) => ({
  ...it,
  status: 200,
  headers: jsonApi,
  body: isCage(it)
    ? '{"data":{"type":"a","id":"b","attributes":{"name":"c","type":"custom","category":"text"}}}'
    : '{"acknowledge":true}',
});

/** Ways to break the contract: what the server does, the finding that names it, and how it is done. */
export const faults: readonly (readonly [name: string, finding: string, spoil: Spoil])[] = [
  ["answers everything with 500", "not_a_server_error", (it) => ({ ...it, status: 500 })],
  [
    "answers 201 instead of 200",
    "status_code_conformance",
    (it) => ({ ...it, status: it.status === 200 ? 201 : it.status }),
  ],
  [
    "answers as application/json",
    "content_type_conformance",
    (it) => ({ ...it, headers: { "content-type": "application/json" } }),
  ],
  ["leaves out the Content-Type", "content_type_conformance", (it) => ({ ...it, headers: {} })],
  [
    "answers with HTML",
    "content_type_conformance",
    (it) => ({ ...it, headers: { "content-type": "text/html" }, body: "<p>" }),
  ],
  ["cuts the body short", "response_schema_conformance", (it) => ({ ...it, body: it.body.slice(0, -2) })],
  ["sends no body", "response_schema_conformance", (it) => ({ ...it, body: "" })],
  ["leaves out a required member", "response_schema_conformance", changing(["data", "id"], undefined)],
  [
    "leaves out a nested member",
    "response_schema_conformance",
    changing(["data", "attributes", "name"], undefined),
  ],
  ["sends a number for a string", "response_schema_conformance", changing(["data", "id"], 7)],
  ["sends null for a string", "response_schema_conformance", changing(["data", "attributes", "name"], null)],
  ["sends a list for an object", "response_schema_conformance", changing(["data"], [])],
  [
    "sends a value beside the enum",
    "response_schema_conformance",
    changing(["data", "attributes", "type"], "private"),
  ],
  [
    "sends what include did not ask for",
    "include_conformance",
    changing(["data", "relationships"], { values: { data: [] } }),
  ],
  [
    "sends another constant in the 401",
    "response_schema_conformance",
    (it) => (it.status === 401 ? { ...it, body: changed(it.body, ["code"], 1) } : it),
  ],
  ["ignores credentials", "ignored_auth", (it) => (it.status === 401 ? accept(it) : it)],
  [
    "takes half a pair",
    "ignored_auth",
    (it) => (it.status === 401 && it.request.has("x-api-key") ? accept(it) : it),
  ],
  [
    "takes a bearer token for everything",
    "ignored_auth",
    (it) => (it.status === 401 && it.request.has("authorization") ? accept(it) : it),
  ],
  [
    "takes a missing header",
    "missing_required_header",
    (it) => (it.status === 422 && !it.request.has("x-domain") ? accept(it) : it),
  ],
  ["takes malformed values", "negative_data_rejection", (it) => (it.status === 422 ? accept(it) : it)],
  [
    "refuses valid values",
    "positive_data_acceptance",
    (it) => (it.url.includes("%20") ? { ...it, status: 422 } : it),
  ],
  [
    "refuses an Accept of any type",
    "positive_data_acceptance",
    (it) => (it.request.get("accept") === "*/*" ? { ...it, status: 406 } : it),
  ],
  ["takes any method", "unsupported_method", (it) => (it.status === 405 ? accept(it) : it)],
  [
    "takes any path",
    "status_code_conformance",
    (it) => (it.status === 404 && it.headers["content-type"] !== jsonApi["content-type"] ? accept(it) : it),
  ],
];

function isCage({ url }: Passing): boolean {
  return url.startsWith("/data_dictionary");
}

/** Changes a member of every variable cage that is found. */
function changing(path: readonly string[], value: JsonValue | undefined): Spoil {
  return (it) => (it.status === 200 && isCage(it) ? { ...it, body: changed(it.body, path, value) } : it);
}

function changed(body: string, path: readonly string[], value: JsonValue | undefined): string {
  const parsed: unknown = JSON.parse(body);
  return isObject(parsed) ? JSON.stringify(withMember(parsed, path, value)) : body;
}

function withMember(
  object: JsonObject,
  [name = "", ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonObject {
  const member = object[name];
  return { ...object, [name]: rest.length > 0 && isObject(member) ? withMember(member, rest, value) : value };
}
