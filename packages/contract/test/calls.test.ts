import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  addressOptions,
  authOption,
  bodyLines,
  camelCase,
  clientCall,
  clientPlace,
  designClient,
  pascalCase,
  sampleOptions,
  scenarioCall,
  withBody,
} from "../src/calls/index.ts";
import { type Contract, type Operation, readContract, scenarioRequest, sentMediaType } from "../src/index.ts";

const contract = readContract(
  parse(`openapi: 3.1.1
info: { title: Names, version: 1.0.0 }
servers: [{ url: "https://main.example" }]
paths:
  /a/{id}/{body}:
    post:
      operationId: then
      security: [{ key: [], "user-login": [], certificate: [] }, { certificate: [] }]
      parameters:
        - { name: id, in: path, required: true, schema: { type: string }, examples: { made: { value: one } } }
        - { name: body, in: path, required: true, schema: { type: string }, examples: { made: { value: two } } }
        - { name: id, in: query, schema: { type: integer }, examples: { made: { value: 3 } } }
        - { name: queryId, in: query, schema: { type: integer } }
        - { name: page-size, in: query, required: true, schema: { type: integer }, example: 10 }
        - { name: constructor, in: query, schema: { type: string } }
        - { name: id, in: cookie, schema: { type: string } }
        - { $ref: "#/components/parameters/Version" }
        - { name: Accept, in: header, schema: { type: string } }
        - { name: X-Key, in: header, schema: { type: string } }
        - { name: X-Request-Id, in: header, required: true, schema: { type: string } }
      requestBody:
        content: { application/json: { schema: { type: object }, examples: { made: { value: { of: it } } } } }
      responses:
        "200": { description: Made., content: { application/json: { schema: {}, examples: { made: { value: 1 } } } } }
  /b:
    servers: [{ url: "{files}/v2", variables: { files: { default: "https://files.example" } } }]
    get:
      operationId: get-thing
      parameters: [{ $ref: "#/components/parameters/Version" }]
      responses: { "204": { description: Got. } }
  /c:
    servers: [{ url: "https://old.example/v1" }]
    get: { operationId: then_, responses: { "204": { description: Got. } } }
components:
  parameters:
    Version: { name: X-Api-Version, in: header, required: true, schema: { type: integer }, example: 7 }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    user-login: { type: http, scheme: basic }
    certificate: { type: mutualTLS }
`),
);
const design = designClient(contract);

function operationOf(id: string, { operations }: Contract = contract): Operation {
  const found = operations.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  return found;
}

const then = operationOf("then");

describe("The client of a contract calls", () => {
  test("a method as the operation, unless the name is taken", () => {
    expect(contract.operations.map(design.methodOf)).toEqual(["then_", "get-thing", "then__"]);
    expect(contract.operations.map(design.typeOf)).toEqual(["Then", "GetThing", "Then_"]);
  });

  test("an argument as the parameter, and where two clash by its place too; headers of its own are none", () => {
    const named = design.argumentsOf(then).map(({ name, parameter }) => [name, parameter.in, parameter.name]);
    expect(named).toEqual([
      ["id", "path", "id"],
      ["pathBody", "path", "body"],
      ["queryId", "query", "id"],
      ["queryQueryId", "query", "queryId"],
      ["page-size", "query", "page-size"],
      ["queryConstructor", "query", "constructor"],
      ["X-Request-Id", "header", "X-Request-Id"],
      ["cookieId", "cookie", "id"],
    ]);
  });

  test("a header in capitals as one in words, and keeps the abbreviations of others", () => {
    const names = ["API-TENANT", "TENANT_ID", "Domain", "Tenant-ID", "KEY"];
    expect(names.map(camelCase)).toEqual(["apiTenant", "tenantId", "domain", "tenantID", "key"]);
    expect(["X-API-TENANT", "URL", "readURL"].map(pascalCase)).toEqual(["XApiTenant", "URL", "ReadURL"]);
  });

  test("an option as the header that most operations require, which is an argument of none", () => {
    expect(design.settings.map(({ option }) => option)).toEqual(["apiVersion"]);
    expect(contract.operations.map((each) => design.settingsOf(each).length)).toEqual([1, 1, 0]);
    const places = then.parameters.map((each) => clientPlace(contract, then, each));
    expect(places.slice(-4)).toEqual([
      { argument: "cookieId" },
      { option: "apiVersion" },
      undefined,
      { argument: "X-Request-Id" },
    ]);
  });

  test("an address by the variable of its server, or by its host", () => {
    const at = "http://127.0.0.1:4010";
    const optionsOf = (id: string, own?: string) => addressOptions(contract, operationOf(id), at, own);
    expect(optionsOf("then")).toEqual({ baseUrl: at });
    expect(optionsOf("get-thing")).toEqual({ baseUrl: at });
    expect(optionsOf("get-thing", "http://x/v2")).toEqual({ baseUrl: at, files: "http://x" });
    // Without the option it would go to the server that the contract names.
    expect(optionsOf("then_")).toEqual({ baseUrl: at, oldExampleV1Url: at });
  });

  test("what holds a credential by no argument: a header anywhere, else where the operation takes it", () => {
    const names = ["X-Key", "token", "session"];
    const parameters = ["header", "query", "cookie"].flatMap((place) =>
      names.map((name) => ({ name, in: place, schema: { type: "string" } })),
    );
    const responses = { "204": { description: "Got." } };
    const keys = readContract({
      openapi: "3.1.1",
      info: { title: "Keys", version: "1.0.0" },
      paths: {
        "/a": {
          get: { operationId: "a", parameters, responses, security: [{ token: [] }, { session: [] }] },
        },
        "/b": { get: { operationId: "b", parameters, responses } },
      },
      components: {
        securitySchemes: {
          key: { type: "apiKey", in: "header", name: "x-key" },
          token: { type: "apiKey", in: "query", name: "token" },
          session: { type: "apiKey", in: "cookie", name: "session" },
        },
      },
    });
    const listed = keys.operations.map((each) =>
      designClient(keys)
        .argumentsOf(each)
        .map(({ parameter }) => `${parameter.in} ${parameter.name}`),
    );
    const everywhere = ["query X-Key", "query session", "header token", "header session"];
    expect(listed[0]?.toSorted()).toEqual([...everywhere, "cookie X-Key", "cookie token"].toSorted());
    expect(listed[1]?.toSorted()).toEqual(
      [...everywhere, "query token", "cookie X-Key", "cookie token", "cookie session"].toSorted(),
    );
  });

  test("a credential as its scheme; a certificate is none that a request holds", () => {
    const [both = [], certificate = []] = then.security;
    expect(authOption(both, ({ key }, part) => `${key} ${part}`)).toEqual({
      key: "key token",
      "user-login": { username: "user-login username", password: "user-login password" },
    });
    expect(authOption(certificate, () => "none")).toBeUndefined();
  });
});

describe("A call", () => {
  test("holds what is given, options as their headers have them", () => {
    const values = new Map<string, string | number>([
      ["path id", "one"],
      ["header x-api-version", 8],
      ["query unknown", 1],
    ]);
    expect(clientCall(contract, then, values)).toEqual({
      method: "then_",
      options: { apiVersion: "8" },
      arguments: { id: "one" },
    });
    expect(clientCall(contract, then, new Map()).options).toEqual({});
    const wrong = new Map([["header x-api-version", [1]]]);
    expect(clientCall(contract, then, wrong).options).toEqual({ apiVersion: [1] });
  });

  test("of an operation without it has the sample of an option", () => {
    expect(clientCall(contract, operationOf("then_"), new Map()).options).toEqual({ apiVersion: "7" });
    expect(sampleOptions(contract)).toEqual({ apiVersion: "7" });
  });

  test("has an option of which no sample is known as its schema accepts it", () => {
    const tenant = { name: "X-Tenant", in: "header", required: true, schema: { pattern: "^t-\\d{3}$" } };
    const get = { operationId: "read", parameters: [tenant], responses: { "204": { description: "Read." } } };
    const info = { title: "Tenants", version: "1.0.0" };
    const tenants = readContract({ openapi: "3.1.1", info, paths: { "/a": { get } } });
    expect(sampleOptions(tenants)).toEqual({ tenant: "t-000" });
  });

  test("of a scenario has its values, and samples of what else is required", () => {
    const [scenario] = then.scenarios;
    if (scenario === undefined) throw new Error("There is no scenario.");
    expect(scenarioCall(contract, then, scenario)).toEqual({
      method: "then_",
      options: { apiVersion: "7" },
      arguments: { id: "one", pathBody: "two", queryId: 3, "page-size": 10, body: { of: "it" } },
    });
  });
});

test("A form in parts is made by lines of its own, and stands last among the arguments", () => {
  const form = [
    { name: "note", text: 'it\'s "mine"', contentType: undefined },
    { name: "part", text: "{}", contentType: "application/json" },
    { name: "cover", text: "PNG", contentType: "image/png", filename: "cover" },
  ];
  expect(bodyLines({ form })).toEqual([
    "const body = new FormData();",
    'body.append("note", "it\'s \\"mine\\"");',
    'body.append("part", new Blob(["{}"], { type: "application/json" }));',
    'body.append("cover", new Blob(["PNG"], { type: "image/png" }), "cover");',
  ]);
  expect(
    ["{}", "{ id: 1 }", "{\n  id: 1,\n}", "{\n    id: 1,\n  }"].map((args) => withBody({ form }, args)),
  ).toEqual(["{ body }", "{ id: 1, body }", "{\n  id: 1,\n  body,\n}", "{\n    id: 1,\n    body,\n  }"]);
  expect([bodyLines({}), withBody({}, "{ id: 1 }"), withBody({}, "{}")]).toEqual([[], "{ id: 1 }", ""]);
});

test("A form in parts is not among the arguments of its call, but parts with their media types", () => {
  const albums = readContract(
    parse(`openapi: 3.1.1
info: { title: Albums, version: 1.0.0 }
paths:
  /album:
    put:
      operationId: setAlbum
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object }
            encoding: { cover: { contentType: image/png } }
            examples: { set: { value: { name: Summer, cover: PNG, pages: [1, 2], owner: { id: 1 } } } }
      responses: { "204": { description: Set. } }
`),
  );
  const operation = operationOf("setAlbum", albums);
  const [scenario] = operation.scenarios;
  if (scenario === undefined) throw new Error("There is no scenario.");
  const { arguments: args, form } = scenarioCall(albums, operation, scenario);
  expect(args).toEqual({});
  expect(form).toEqual([
    { name: "name", text: "Summer", contentType: undefined },
    { name: "cover", text: "PNG", contentType: "image/png", filename: "cover" },
    { name: "pages", text: "1", contentType: undefined },
    { name: "pages", text: "2", contentType: undefined },
    { name: "owner", text: '{"id":1}', contentType: "application/json" },
  ]);
});

test("A body of a range of media types is bytes that say their own type", () => {
  const picture = readContract(
    parse(`openapi: 3.1.1
info: { title: Pictures, version: 1.0.0 }
paths:
  /picture:
    put:
      operationId: setPicture
      requestBody: { content: { "image/*": { schema: { type: string }, examples: { set: { value: PNG } } } } }
      responses: { "204": { description: Set. } }
`),
  );
  const operation = operationOf("setPicture", picture);
  const [scenario] = operation.scenarios;
  if (scenario === undefined) throw new Error("There is no scenario.");
  const call = scenarioCall(picture, operation, scenario);
  expect(call).toMatchObject({ arguments: {}, blob: { text: "PNG", contentType: "image/png" } });
  expect(bodyLines(call)).toEqual(['const body = new Blob(["PNG"], { type: "image/png" });']);
  expect(withBody(call, "{}")).toBe("{ body }");
  expect(scenarioRequest(operation, scenario).headers).toEqual({ "Content-Type": "image/png" });
  expect(["font/*", "*/*", "x-own/*; q=1", "text/csv"].map((each) => sentMediaType(each))).toEqual([
    "font/woff2",
    "application/octet-stream",
    "application/octet-stream",
    "text/csv",
  ]);
});

test.each([
  [
    "what stands between the parts",
    "multipart/mixed",
    "--a\r\n\r\n1\r\n--a\r\n\r\n2\r\n--a--\r\n",
    "; boundary=a",
  ],
  ["and not before them", "multipart/related", "-- of two --\n--x\n--a\n\n1\n--a--", "; boundary=a"],
  ["in quotes where it needs them", "multipart/mixed", "--a:b\r\n\r\n--a:b--", '; boundary="a:b"'],
  ["once", "multipart/mixed; boundary=b", "--a\r\n\r\n--a--", ""],
  ["if there is one", "multipart/mixed", "--a\r\n\r\n1", ""],
  ["of parts alone", "text/plain", "--a\r\n\r\n--a--", ""],
])("A Content-Type names as the boundary %s", (_what, mediaType, text, named) => {
  expect(sentMediaType(mediaType, text)).toBe(`${mediaType}${named}`);
});

test("A body in parts, whose boundary the contract leaves open, is bytes that say it", () => {
  const letters = readContract(
    parse(`openapi: 3.1.1
info: { title: Letters, version: 1.0.0 }
paths:
  /letter:
    put:
      operationId: setLetter
      requestBody: { content: { multipart/mixed: { schema: { type: string }, examples: { set: { value: "--a\\r\\n\\r\\n--a--" } } } } }
      responses: { "204": { description: Set. } }
`),
  );
  const operation = operationOf("setLetter", letters);
  const [scenario] = operation.scenarios;
  if (scenario === undefined) throw new Error("There is no scenario.");
  expect(scenarioCall(letters, operation, scenario)).toMatchObject({
    arguments: {},
    blob: { text: "--a\r\n\r\n--a--", contentType: "multipart/mixed; boundary=a" },
  });
  expect(scenarioRequest(operation, scenario)).toMatchObject({
    headers: { "Content-Type": "multipart/mixed; boundary=a" },
    body: "--a\r\n\r\n--a--",
  });
});
