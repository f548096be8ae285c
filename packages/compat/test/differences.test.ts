import { type JsonObject, type JsonValue, readContract, replaceAt } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { compareCalls } from "../src/calls.ts";
import { differencesOf, type Party } from "../src/differences.ts";

const text = { type: "string" };
const content = { "application/json": { schema: text } };
const server = (...regions: readonly string[]): JsonObject => ({
  url: "https://{region}.example.com/v1",
  variables: { region: { default: regions[0] ?? "", enum: [...regions] } },
});
const callback = (mediaType: string): JsonObject => ({
  "{$request.query.url}": { post: { requestBody: { content: { [mediaType]: { schema: text } } } } },
});
const done = callback("application/json");
const operation: JsonObject = {
  operationId: "getThing",
  callbacks: { done, "done?": done, "done#": done, refused: callback("text/plain") },
  security: [{ key: [] }, { token: [] }],
  parameters: [
    { name: "id", in: "path", required: true, schema: text },
    { name: "kind", in: "query", explode: false, schema: { type: "array", items: text } },
  ],
  responses: { "200": { description: "It.", content }, "404": { description: "None.", content } },
};
const document: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1.0.0" },
  servers: [server("api", "eu")],
  paths: { "/things/{id}": { get: operation } },
  webhooks: { done: { $ref: "#/components/pathItems/Done" } },
  components: {
    pathItems: {
      Done: {
        post: {
          requestBody: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } },
          },
        },
      },
    },
    schemas: { Event: text },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      token: {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: "https://example.com/token", scopes: {} } },
      },
    },
  },
};
const get = "/paths/~1things~1{id}/get";
const called = `${get}/callbacks/done/{$request.query.url}`;

/** What is at a pointer after the change; `undefined`: nothing. */
type Edits = Readonly<Record<string, JsonValue | undefined>>;
const nobody: readonly Party[] = [];

test.each<readonly [string, readonly Party[], Edits]>([
  [
    "another split of server and path",
    nobody,
    {
      "/servers/0/url": "https://{region}.example.com",
      "/paths": { "/v1/things/{id}": { get: operation } },
    },
  ],
  [
    "the same servers without a variable",
    nobody,
    { "/servers": ["eu", "api"].map((region) => ({ url: `https://${region}.example.com/v1/` })) },
  ],
  [
    "the parameters in another order",
    nobody,
    { [`${get}/parameters`]: (operation["parameters"] as JsonValue[]).toReversed() },
  ],
  ["one more server", nobody, { "/servers/1": { url: "https://us.example.com/v1" } }],
  ["one region less of a server", ["clients"], { "/servers/0": server("api") }],
  ["another server", ["clients"], { "/servers/0/url": "https://us.example.com/v1" }],
  [
    "another name of a path parameter",
    nobody,
    {
      "/paths": {
        "/things/{name}": {
          get: {
            ...operation,
            parameters: [
              { name: "name", in: "path", required: true, schema: text },
              (operation["parameters"] as JsonValue[])[1] ?? null,
            ],
          },
        },
      },
    },
  ],
  ["a value instead of a list", ["clients"], { [`${get}/parameters/1/schema`]: { enum: ["a"] } }],
  ["a path parameter that is not empty", nobody, { [`${get}/parameters/0/schema/minLength`]: 1 }],
  ["a list that is not empty", nobody, { [`${get}/parameters/1/schema/minItems`]: 1 }],
  ["another way to send one value", nobody, { [`${get}/parameters/0/explode`]: true }],
  ["the options in another order", nobody, { [`${get}/security`]: [{ token: [] }, { key: [] }] }],
  [
    "tokens from another URL",
    ["clients"],
    { "/components/securitySchemes/token/flows/clientCredentials/tokenUrl": "https://example.com" },
  ],
  ["no credentials", ["servers"], { [`${get}/security`]: [] }],
  [
    "an error by its range",
    nobody,
    {
      [`${get}/responses`]: {
        "200": { description: "It.", content },
        "4XX": { description: "None.", content },
      },
    },
  ],
  ["one more error", nobody, { [`${get}/responses/409`]: { description: "Conflict." } }],
  [
    "any status instead of one",
    ["clients"],
    { [`${get}/responses`]: { default: { description: "It.", content } } },
  ],
  [
    "an operation that hides a value of a path parameter",
    ["clients", "servers"],
    { "/paths/~1things~1all": { get: { ...operation, operationId: "all", parameters: [] } } },
  ],
  ["one more callback", nobody, { [`${get}/callbacks/failed`]: done }],
  ["one callback less", ["clients"], { [`${get}/callbacks/done`]: undefined }],
  [
    "one callback less of two that look alike",
    ["clients"],
    { [`${get}/callbacks/done#`]: undefined },
  ],
  ["a callback by another method", ["clients", "servers"], { [called]: { put: {} } }],
  [
    "a callback that sends null",
    ["clients"],
    { [`${called}/post/requestBody/content/application~1json/schema/type`]: ["string", "null"] },
  ],
  [
    "a callback of one form in another",
    ["clients", "servers"],
    { [`${get}/callbacks/refused`]: callback("text/html") },
  ],
  ["a webhook that sends less", ["servers"], { "/components/schemas/Event/minLength": 1 }],
  [
    "one more media type of a response",
    nobody,
    { [`${get}/responses/200/content/application~1vnd.api+json`]: { schema: text } },
  ],
  [
    "a header of a response that may come",
    nobody,
    { [`${get}/responses/200/headers`]: { "X-Total": { schema: text } } },
  ],
  [
    "a header of a response that must come",
    ["servers"],
    { [`${get}/responses/200/headers`]: { "X-Total": { required: true, schema: text } } },
  ],
])("With %s, whom it may break is %j.", (_title, parties, edits) => {
  const changed = Object.entries(edits).reduce(
    (all, [pointer, value]) => replaceAt(all, pointer, value),
    document,
  );
  const [before, after] = [readContract(document), readContract(changed)];
  const found = [...differencesOf(before, after), ...compareCalls(before, after).differences];
  expect([...new Set(found.flatMap((each) => each.parties))]).toEqual(parties);
});
