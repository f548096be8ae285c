import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Contract, judgeResponse, loadContract, readContract } from "../src/index.ts";
import { type JsonObject, type JsonSchema, valueAt } from "../src/json.ts";
import { operation, withSchema } from "./contract.ts";

const lines = `openapi: 3.1.1
info: { title: T, version: "1" }
components:
  parameters:
    Accept: { name: Accept, in: header, schema: { type: string } }
  responses:
    Lost: { description: Lost., content: { application/json: { example: { lost: 1 } } } }
    Found: { description: Found., content: { application/json: { example: { found: 1 } } } }
  schemas:
    Tree:
      type: object
      properties: { leaves: { $ref: "#/paths/~1notes~1%7Bid%7D/patch/x-leaves" } }
    Name:
      type: string
      examples: [Ada]
      example: Eve
      properties: { example: { type: string, example: Max } }
  securitySchemes:
    oauth:
      type: oauth2
      description: Log in.
      flows: { clientCredentials: { tokenUrl: /token, scopes: { "notes:read": Read notes. } } }
    oidc: { type: openIdConnect, openIdConnectUrl: https://id.test }
    login: { type: http, scheme: Basic }
paths:
  /notes/{id}:
    summary: A note.
    get:
      parameters:
        - $ref: "#/components/parameters/Accept"
        - { name: authorization, in: header, schema: { type: string } }
        - name: id
          in: path
          required: true
          schema: { type: string }
          example: seven
      security: [{ oauth: ["notes:read"] }, { oidc: [] }, { login: [] }]
      responses:
        "200": { $ref: "#/components/responses/Found", description: Here it is. }
        "404": { $ref: "#/components/responses/Lost" }
        4XX:
          description: Wrong.
          headers:
            Content-Type: { schema: { type: string } }
            X-A: { schema: { type: integer }, example: 4 }
          content: { application/json: { schema: true, examples: { 409_conflict: { value: 1 } } } }
        default:
          description: Broken.
          content: { application/json: { schema: true, example: { deep: { value: 3 } } } }
    put:
      operationId: "notes/put it"
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { default: { description: Done. } }
    patch:
      operationId: ""
      x-leaves:
        $schema: https://spec.openapis.org/oas/3.1/dialect/base
        type: array
        items: { $ref: "#/components/schemas/Tree" }
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Done. }, default: {}, "500": {} }
  /notes/id:
    get:
      operationId: getNotesId
      responses: { "200": { content: { application/json: { example: 1 } } } }
`;

function loaded(): Contract {
  const file = join(mkdtempSync(join(tmpdir(), "equivalents-")), "openapi.yaml");
  writeFileSync(file, lines);
  return loadContract(file);
}
const contract = loaded();
const get = operation(contract, "getNotesId2");

/** The line of the file that a pointer of the document is found in. */
function lineOf(pointer: string): string {
  return lines.split("\n")[contract.locate(pointer).line - 1]?.trim() ?? "";
}

test("an operation without an id, or with an odd one, gets one from its method and path", () => {
  const ids = contract.operations.map(({ operationId }) => operationId);
  expect(ids).toEqual(["getNotesId2", "notesPutIt", "patchNotesId", "getNotesId"]);
  expect(lineOf(`${get.pointer}/operationId`)).toBe("get:");
});

test("an unnamed example ties a request to its success", () => {
  const [id] = get.parameters;
  expect(id?.examples).toMatchObject([{ name: "example", value: "seven" }]);
  const names = get.responses.map(({ content, code }) => [
    code,
    ...content.flatMap(({ examples }) => examples.map(({ name }) => name)),
  ]);
  expect(names).toEqual([
    ["200", "example"],
    ["4XX", "409_conflict"],
    ["404", "example_Lost"],
    ["default", "example_default"],
  ]);
  expect(get.defaultScenario).toMatchObject({
    name: "example",
    status: 200,
    response: { body: { found: 1 } },
  });
  expect(operation(contract, "getNotesId").defaultScenario?.name).toBe("example");
});

test("lines and pointers lead back to what was written", () => {
  const media = `${get.pointer}/responses/default/content/application~1json`;
  const at = `${media}/examples/example_default`;
  expect(contract.locate(at).pointer).toBe(`${media}/example`);
  expect(contract.locate(`${at}/value/deep/value`).pointer).toBe(`${media}/example/deep/value`);
  expect(lineOf(`${get.pointer}/parameters/0/examples/example/value`)).toBe("example: seven");
  expect(lineOf("/components/schemas/Name/examples/1")).toBe("example: Eve");
});

test("the example of a schema is one of its examples, and a property may be called example", () => {
  expect(valueAt(contract.document, "/components/schemas/Name")).toEqual({
    type: "string",
    examples: ["Ada", "Eve"],
    properties: { example: { type: "string", examples: ["Max"] } },
  });
});

test("OAuth and OpenID Connect are bearer tokens, with their scopes in words", () => {
  const [oauth, oidc, login] = contract.securitySchemes;
  expect(oauth).toMatchObject({ type: "bearer", parameter: "Authorization" });
  expect(oauth?.description).toBe(
    "Log in.\n\nOAuth 2.0, clientCredentials, tokenUrl /token\n- `notes:read`: Read notes.",
  );
  expect(oidc).toMatchObject({ type: "bearer", description: "OpenID Connect: https://id.test" });
  expect(login).toMatchObject({ type: "basic", parameter: "Authorization" });
  expect(get.scopes).toEqual([["notes:read"], [], []]);
});

test("a description beside a reference, or of a path, replaces that of the target", () => {
  expect(get.responses[0]?.description).toBe("Here it is.");
  expect(get.summary).toBe("A note.");
});

test("a schema outside of the components becomes one, and may be recursive", () => {
  expect(
    contract.shape("/components/schemas/Tree").violations({ leaves: [{ leaves: 1 }] }),
  ).toMatchObject([{ pointer: "/leaves/0/leaves" }]);
  expect(lineOf("/components/schemas/NotesIdPatchXLeaves/items")).toMatch(/^items/);
});

test("a nullable schema has null among its types, or as an alternative", () => {
  const schemas: readonly (readonly [JsonSchema, JsonSchema])[] = [
    [{ type: "string", nullable: true }, { type: ["string", "null"] }],
    [{ type: "string", nullable: false }, { type: "string" }],
    [
      { type: ["string", "null"], enum: ["a"], nullable: true },
      { type: ["string", "null"], enum: ["a"] },
    ],
    [
      { $ref: "#/components/schemas/A", description: "An A.", nullable: true },
      { description: "An A.", anyOf: [{ $ref: "#/components/schemas/A" }, { type: "null" }] },
    ],
  ];
  const properties = Object.fromEntries(schemas.map(([schema], index) => [`p${index}`, schema]));
  const read = withSchema({ properties }, { A: { type: "integer" } });
  for (const [index, [, expected]] of schemas.entries())
    expect(valueAt(read.document, `/components/schemas/Subject/properties/p${index}`)).toEqual(
      expected,
    );
  const at = "/components/schemas/Subject/properties/p3";
  expect(read.locate(`${at}/anyOf/0/$ref`).pointer).toBe(`${at}/$ref`);
});

test("headers that OpenAPI ignores are omitted", () => {
  expect(get.parameters.map(({ key }) => key)).toEqual(["path id"]);
  const [, range] = get.responses;
  expect(range?.headers.map(({ name }) => name)).toEqual(["X-A"]);
});

test("a range is represented by its lowest usual status that is not documented separately", () => {
  const statuses = contract.operations.map(({ responses }) =>
    responses.map(({ code, status }) => `${code} ${status}`).join(", "),
  );
  expect(statuses).toEqual([
    "200 200, 4XX 400, 404 404, default 500",
    "default 200",
    "204 204, default 400, 500 500",
    "200 200",
  ]);
});

test("a null parameter is not sent", () => {
  const schemas: readonly JsonSchema[] = [
    { type: ["string", "null"], enum: ["a", "null", null], default: null },
    { anyOf: [{ type: "null" }, { type: "array", items: { type: "integer" } }] },
    { oneOf: [{ const: 1 }, { type: "null" }, { const: 2 }] },
    { allOf: [{ minLength: 1 }], anyOf: [{ type: "string" }, { type: "null" }] },
  ];
  const parameters = schemas.map((schema, index) => ({ name: `p${index}`, in: "query", schema }));
  const responses = {};
  const read = readContract({
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: {
      "/a": { delete: { parameters, responses } },
    },
  });
  const at = "/paths/~1a/delete/parameters";
  expect(schemas.map((_, index) => valueAt(read.document, `${at}/${index}/schema`))).toEqual([
    { type: ["string"], enum: ["a", "null"] },
    { allOf: [{ type: "array", items: { type: "integer" } }] },
    { oneOf: [{ const: 1 }, { const: 2 }] },
    { allOf: [{ minLength: 1 }], anyOf: [{ type: "string" }] },
  ]);
  const lists = read.operations[0]?.parameters.filter(({ isList }) => isList);
  expect(lists?.map(({ name }) => name)).toEqual(["p1"]);
  expect(read.locate(`${at}/1/schema/allOf/0/items`).pointer).toBe(`${at}/1/schema/anyOf/1/items`);
});

const responding = (content: JsonObject, status = "200"): JsonObject => ({
  responses: { [status]: { content } },
});

function read(version: string, paths: JsonObject, schemas: JsonObject = {}): Contract {
  const info = { title: "T", version: "1" };
  return readContract({ openapi: version, info, paths, components: { schemas } });
}

test("a document of OpenAPI 3.0 becomes one of 3.1", () => {
  const schemas = {
    Age: { type: "integer", minimum: 0, exclusiveMinimum: true, exclusiveMaximum: false },
    Name: { type: "string", nullable: true, enum: ["a"] },
    Link: { $ref: "#/components/schemas/Age", description: "It.", nullable: true, odd: 1 },
  };
  const paths = {
    "/a": { get: { responses: { "200": { $ref: "#/components/responses/A", odd: 1 } } } },
  };
  const { document } = readContract({
    openapi: "3.0.3",
    info: { title: "T", version: "1" },
    paths,
    components: { schemas, responses: { A: {} } },
  });
  expect(document).toMatchObject({
    openapi: "3.1.1",
    paths: { "/a": { get: { responses: { "200": { $ref: "#/components/responses/A" } } } } },
    components: {
      responses: { A: { description: "" } },
      schemas: {
        Age: { type: "integer", exclusiveMinimum: 0 },
        Name: { type: ["string", "null"], enum: ["a"] },
        Link: { $ref: "#/components/schemas/Age", description: "It." },
      },
    },
  });
  expect(Object(document["components"]).schemas.Age).not.toHaveProperty("minimum");
  expect(Object(document["components"]).schemas.Link).not.toHaveProperty("odd");
});

test("media types beside JSON are dropped, and any media type is JSON", () => {
  const { operations, locate } = read("3.1.0", {
    "/a": {
      put: {
        requestBody: { content: { "a/a+json": {}, "multipart/form-data": { encoding: 1 } } },
        ...responding({ "*/*": { example: 1 }, "text/csv": {} }),
      },
      get: responding({ "image/*": {}, "application/pdf": { odd: 1 } }),
      delete: responding({ "text/plain": {} }, "204"),
    },
  });
  const types = operations.map(({ requestBody, responses }) => [
    ...(requestBody?.content ?? []).map(({ mediaType }) => mediaType),
    ...responses.flatMap(({ content, undescribed }) => [
      ...content.map(({ mediaType }) => mediaType),
      undescribed.map(({ mediaType }) => mediaType),
    ]),
  ]);
  expect(types).toEqual([
    ["a/a+json", "application/json", ["text/csv"]],
    [["image/*", "application/pdf"]],
    [[]],
  ]);
  const at = "/paths/~1a/put/responses/200/content";
  expect(locate(`${at}/application~1json/examples/example/value`).pointer).toBe(
    `${at}/*~1*/example`,
  );
});

test("of a body that is not JSON the media types are known, and what its schema says", () => {
  const form = (schema: JsonObject): JsonObject => ({
    post: {
      requestBody: { content: { "application/x-www-form-urlencoded": { schema, encoding: {} } } },
      responses: {},
    },
  });
  const { operations } = read("3.1.0", {
    "/a": form({ properties: { a: {} } }),
    "/b": form({ prefixItems: [] }),
    "/c": { put: { requestBody: { content: { "*/*": {} } }, responses: {} } },
  });
  const bodies = operations.map(({ requestBody }) => requestBody);
  expect(bodies[0]).toMatchObject({ content: [], undescribed: [{ examples: [] }] });
  expect(bodies[0]?.undescribed[0]?.shape.names).toEqual(["a"]);
  expect(bodies[1]?.undescribed[0]?.shape.names).toEqual([]);
  expect(bodies[2]).toMatchObject({ content: [{ mediaType: "application/json" }] });
});

test.each([
  ["3.0.3", true],
  ["3.1.0", false],
])("the body of a GET of OpenAPI %s is dropped if required is %s", (version, required) => {
  const requestBody = { required, content: { "application/json": {} } };
  const { operations } = read(version, { "/a": { get: { requestBody, responses: {} } } });
  expect(operations).toMatchObject([{ requestBody: undefined }]);
});

test("a body that is not described is not judged", () => {
  const json = { "application/json": { schema: { type: "integer" } } };
  const [operation] = read("3.1.0", {
    "/a": { get: responding({ ...json, "a/b": {} }) },
  }).operations;
  const violations = (contentType: string): number => {
    const response = { status: 200, headers: { "content-type": contentType }, body: "x" };
    return operation ? judgeResponse(operation, response, undefined).violations.length : -1;
  };
  expect(["a/b", "text/plain", "application/json"].map(violations)).toEqual([0, 1, 1]);
});

test.each([
  ["^[\\w\\-.]+\\_$", "^[\\w\\-.]+_$"],
  ["^{a}]\\@[\\_\\@-]$", "^\\{a\\}\\]@[_@-]$"],
  ["^\\p{L}\\u{61}\\:", "^\\p{L}\\u{61}:"],
  ["^(\\.(?i)(jp|\\d))x$", "^(\\.([jJ][pP]|\\d))x$"],
])("the pattern %s is valid with the flag u as %s", (pattern, expected) => {
  const { document } = withSchema({ pattern });
  expect(valueAt(document, "/components/schemas/Subject/pattern")).toBe(expected);
});
