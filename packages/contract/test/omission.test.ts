import { expect, test } from "vitest";
import { type Contract, contractOf, omittedLines, readContract } from "../src/index.ts";
import type { JsonObject } from "../src/json.ts";
import { parseSource } from "../src/read/source.ts";
import { problemsOf } from "./contract.ts";

const ok: JsonObject = { responses: { "204": { description: "Done." } } };
const tuple: JsonObject = { schema: { prefixItems: [] } };
const body: JsonObject = { required: true, content: { "application/json": tuple } };
const upload: JsonObject = { ...ok, requestBody: body };
const responding = (schema: string): JsonObject => ({
  responses: {
    "200": {
      description: "It.",
      content: {
        "application/json": { schema: { $ref: `#/components/schemas/${schema}` }, examples: {} },
      },
    },
  },
});

function document(paths: JsonObject, components: JsonObject = {}): JsonObject {
  return { openapi: "3.1.1", info: { title: "T", version: "1" }, paths, components };
}

function read(paths: JsonObject, components: JsonObject = {}): Contract {
  return readContract(document(paths, components));
}

/** The methods and paths that are omitted. */
function omittedOf({ omitted }: Contract): string[] {
  return omitted.map(({ method, path }) => `${method} ${path}`);
}

test("an operation outside the profile is omitted, and the others are read", () => {
  const contract = read({
    "/a": { get: ok, post: { ...upload, operationId: "send", summary: "Send it." }, trace: ok },
    "/b": { put: upload },
  });
  expect(contract.operations.map(({ operationId }) => operationId)).toEqual(["getA"]);
  expect(contract.omitted).toMatchObject([
    {
      method: "POST",
      path: "/a",
      operationId: "send",
      summary: "Send it.",
      pointer: "/paths/~1a/post",
      problems: [{ location: { pointer: expect.stringContaining("/paths/~1a/post/requestBody") } }],
    },
    { method: "TRACE", operationId: "traceA" },
    { method: "PUT", operationId: "putB" },
  ]);
  expect(omittedLines(contract)).toEqual([
    "3 of 4 operations are omitted:",
    expect.stringMatching(/^ {2}2 operations: \(document\):1: .*prefixItems/),
    expect.stringMatching(/^ {2}1 operation: .*trace/),
  ]);
});

test("what a reference leads to is needed, also through other components", () => {
  const schemas = {
    Bad: { prefixItems: [] },
    Holder: { properties: { bad: { $ref: "#/components/schemas/Bad" } } },
    Good: { properties: { self: { $ref: "#/components/schemas/Good" } } },
    Unneeded: { contains: {} },
  };
  const contract = read(
    { "/a": { get: responding("Holder"), put: responding("Good") } },
    { schemas },
  );
  expect(omittedOf(contract)).toEqual(["GET /a"]);
  expect(contract.omitted[0]?.problems.map(({ location }) => location.pointer)).toEqual([
    "/components/schemas/Bad/prefixItems",
  ]);
  expect(Object(contract.document["components"]).schemas).toEqual({ Good: schemas.Good });
});

test("a schema elsewhere is needed with the operation that it stands in", () => {
  const inner = "#/paths/~1a/get/responses/200/content/application~1json/schema/properties/inner";
  const schema = (properties: JsonObject): JsonObject => ({
    responses: { "200": { content: { "application/json": { schema: { properties } } } } },
  });
  const paths = {
    "/a": { get: schema({ inner: { contains: {} } }) },
    "/b": { get: schema({ a: { $ref: inner } }) },
    "/c": { get: ok },
  };
  expect(omittedOf(read(paths))).toEqual(["GET /a", "GET /b"]);
  expect(problemsOf(document(paths))).toHaveLength(1);
});

test("an operation needs its path, and the security that it inherits", () => {
  const securitySchemes = { key: { type: "mutualTLS" } };
  const nowhere = { name: "sid", in: "matrix", schema: { type: "string" } };
  const paths = {
    "/a": { get: { ...ok, security: [] }, post: ok },
    "/b": { parameters: [nowhere], get: { ...ok, security: [] } },
  };
  const source = { ...document(paths, { securitySchemes }), security: [{ key: [] }] };
  const contract = readContract(source);
  expect(omittedOf(contract)).toEqual(["POST /a", "GET /b"]);
});

test("an unsupported security scheme is needed by nobody who may use another one", () => {
  const securitySchemes = {
    tls: { type: "mutualTLS" },
    token: { type: "http", scheme: "bearer" },
  };
  const paths = {
    "/a": { get: { ...ok, security: [{ tls: [] }, { token: [] }] } },
    "/b": { get: { ...ok, security: [{ tls: [], token: [] }] } },
  };
  const contract = read(paths, { securitySchemes });
  expect(omittedOf(contract)).toEqual(["GET /b"]);
  expect(contract.operations[0]?.security).toMatchObject([[{ name: "token" }]]);
});

test("of an operation whose security scheme is not declared no credentials are checked", () => {
  const securitySchemes = { token: { type: "http", scheme: "bearer" } };
  const undeclared = { ...ok, security: [{ token: [] }, { tokn: [] }] };
  const paths = { "/a": { get: undeclared, put: undeclared } };
  const contract = read(paths, { securitySchemes });
  expect(contract.operations.map(({ security }) => security)).toEqual([[], []]);
  expect(omittedLines(contract)).toEqual([
    expect.stringMatching(/security names tokn, .* \(\/paths\/~1a\/get\/security\/1\/tokn\)$/),
  ]);
  expect(problemsOf(document(paths, { securitySchemes }))).toHaveLength(2);
});

test("contradictions that only the reading without them shows are omitted, too", () => {
  const loop = { anyOf: [{ $ref: "#/components/schemas/Loop" }] };
  const twice = { $ref: "#/components/parameters/X" };
  const contract = read(
    {
      "/a": { get: responding("Loop"), post: upload },
      "/a/{id}": { get: ok },
      "/b": { get: { ...ok, parameters: [twice] }, put: { ...ok, parameters: [twice, twice] } },
    },
    {
      schemas: { Loop: loop },
      parameters: { X: { name: "x", in: "query", schema: { type: "integer" } } },
    },
  );
  expect(omittedOf(contract)).toEqual(["GET /a", "POST /a", "GET /a/{id}", "PUT /b"]);
});

test("of two paths with one form only an operation with the same method is omitted", () => {
  const path = (name: string, methods: JsonObject): JsonObject => ({
    parameters: [{ name, in: "path", required: true, schema: { type: "string" } }],
    ...methods,
  });
  const contract = read({
    "/a/{x}": path("x", { get: ok }),
    "/a/{y}": path("y", { get: ok, put: ok }),
  });
  expect(omittedOf(contract)).toEqual(["GET /a/{y}"]);
  expect(contract.omitted[0]?.problems[0]?.message).toContain("same as /a/{x}");
  expect(contract.route("PUT", "/a/1").segments).toEqual(new Map([["y", "1"]]));
});

test("an omitted operation is routed as the others are", () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const served = { ...ok, servers: [{ url: "/api" }] };
  const { route } = read({ "/{id}": { parameters: [id], get: served }, "/me": { get: upload } });
  expect(route("GET", "/api/me")).toMatchObject({ operation: undefined, omitted: { path: "/me" } });
  expect(route("GET", "/me")).toMatchObject({ operation: undefined, omitted: { path: "/me" } });
  expect(route("GET", "/you")).toMatchObject({ operation: { path: "/{id}" }, omitted: undefined });
});

test("a strict reading, and one that leaves no operation, refuses all problems", () => {
  const paths = { "/a": { get: ok, post: upload } };
  expect(problemsOf(document(paths))).toHaveLength(1);
  expect(() => read({ "/a": { post: upload } })).toThrow("prefixItems");
  const swagger = { swagger: "2.0", paths };
  expect(() => readContract(swagger)).toThrow("swagger2openapi");
});

test("a typo in info or a server, and a component that is not used, cost no operation", () => {
  const paths = { "/a": { get: ok }, "/b": { $ref: "other.yaml#/b" } };
  const source = {
    ...document(paths, { schemas: { Unused: { prefixItems: [] } }, mediaTypes: {} }),
    info: { title: "T", version: "1", descripton: "" },
    servers: [{ url: "/", descripton: "" }],
  };
  const contract = readContract(source);
  expect(contract.operations).toMatchObject([{ path: "/a", servers: [{ url: "/" }] }]);
  // What another file has is unknown, but not lost in silence.
  expect(omittedOf(contract)).toEqual(["GET /b"]);
});

test("a value that not every parser reads alike is a problem of its place, or an example", () => {
  const lines = [
    'openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths:',
    "  /a: { get: { responses: { 200: &ok",
    "    { content: { application/json: { schema: { const: 007 } } } } } } }",
    "  /b: { get: { responses: { 200: *ok } } }",
    "  /c: { get: { responses: { 200: { content: { a/b+json: { example: 007 } } } } } }",
  ];
  const contract = contractOf(parseSource("a.yaml", lines.join("\n")));
  expect(contract.omitted.map(({ path, problems }) => [path, problems[0]?.location.line])).toEqual([
    ["/a", 5],
    ["/b", 5],
  ]);
  expect(omittedLines(contract)[1]).toContain("2 operations: a.yaml:5: 007 is not read");
  expect(contract.operations[0]?.defaultScenario?.response?.body).toBe("007");
});

test("what no operation needs costs none, and lint names it", () => {
  const paths = {
    "/a": {
      get: { ...ok, security: [[]], parameters: [{ name: "q", in: "query" }], foo: 1 },
      options: { operationId: "preflight" },
      head: { responses: { "200": { content: { "image/png": {} } } } },
    },
    "/b/{id}": { get: { ...ok, parameters: [{ name: "id", in: "path", schema: { enum: [] } }] } },
  };
  const source = {
    openapi: "3.1",
    info: { title: "" },
    paths,
    components: { schemas: [], responses: {} },
  };
  const contract = readContract(source);
  expect(contract.info).toMatchObject({ title: "", version: "" });
  expect(contract.omitted).toEqual([]);
  expect(contract.operations.map(({ path, security }) => [path, security])).toEqual([
    ["/a", [[]]],
    ["/b/{id}", []],
  ]);
  expect(contract.operations[1]?.parameters[0]).toMatchObject({ required: true });
  const pointers = contract.problems.map(({ location }) => location.pointer);
  expect(problemsOf(source)).toHaveLength(pointers.length);
  expect(pointers.toSorted()).toEqual([
    "/components/schemas",
    "/info/title",
    "/info/version",
    "/openapi",
    "/paths/~1a/get/foo",
    "/paths/~1a/get/parameters/0",
    "/paths/~1a/get/security/0",
    "/paths/~1b~1{id}/get/parameters/0/required",
    "/paths/~1b~1{id}/get/parameters/0/schema/enum",
  ]);
});

test("a path may be a reference to another part of the file", () => {
  const item = { get: { ...ok, operationId: "getIt" }, put: upload };
  const contract = read(
    { "/a": { $ref: "#/components/pathItems/Item" }, "/b": { get: ok } },
    { pathItems: { Item: { get: { ...ok, operationId: "getIt" } }, Bad: item } },
  );
  expect(contract.operations.map(({ operationId }) => operationId)).toEqual(["getIt", "getB"]);
  const partly = read(
    { "/a": { $ref: "#/components/pathItems/Bad" }, "/b": { get: ok } },
    { pathItems: { Bad: item } },
  );
  expect(omittedOf(partly)).toEqual(["GET /a", "PUT /a"]);
});

test.each([
  [{ detail: "Not Found" }, "this is no OpenAPI document"],
  [{ swagger: "2.0", paths: {} }, "as with swagger2openapi"],
  [document({ "/a": { $ref: "a.yaml" } }), "bundle the files into one first"],
  [document({ "/a": { get: ok } }, { schemas: { $ref: "a.yaml" } }), "bundle the files"],
])("%j is refused with what to do", (source, message) => {
  expect(problemsOf(source)).toEqual([expect.stringContaining(message)]);
});
