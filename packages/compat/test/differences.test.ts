import { readContract } from "@workflow-api/contract";
import { type JsonObject, type JsonValue, replaceAt } from "@workflow-api/contract/json";
import { describe, expect, test } from "vitest";
import { differencesOf } from "../src/differences.ts";

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
const id = { name: "id", in: "path", required: true, schema: text };
const list = { type: "array", items: text };
const kinds = { name: "kind", in: "query", explode: false, schema: list };
const found = { description: "It.", content };
const report = { description: "No thing.", content: { "text/csv": { schema: text } } };
const operation: JsonObject = {
  operationId: "getThing",
  callbacks: { done, "done?": done, "done#": done, refused: callback("text/plain") },
  security: [{ key: [] }, { token: [] }],
  parameters: [id, kinds],
  responses: { "200": found, "404": report },
};
const event = { $ref: "#/components/schemas/Event" };
const document: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1.0.0" },
  servers: [server("api", "eu")],
  paths: { "/things/{id}": { get: operation } },
  webhooks: { done: { $ref: "#/components/pathItems/Done" } },
  components: {
    pathItems: {
      Done: { post: { requestBody: { content: { "application/json": { schema: event } } } } },
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

/** Changes by whom they may break, with what is done. */
const changes: Readonly<Record<string, readonly (readonly [done: string, edits: Edits])[]>> = {
  nobody: [
    [
      "another split of server and path",
      {
        "/servers/0/url": "https://{region}.example.com",
        "/paths": { "/v1/things/{id}": { get: operation } },
      },
    ],
    [
      "the same servers without a variable",
      { "/servers": ["eu", "api"].map((region) => ({ url: `https://${region}.example.com/v1/` })) },
    ],
    ["the parameters in another order", { [`${get}/parameters`]: [kinds, id] }],
    ["one more server", { "/servers/1": { url: "https://us.example.com/v1" } }],
    [
      "another name of a path parameter",
      {
        "/paths": {
          "/things/{name}": { get: { ...operation, parameters: [{ ...id, name: "name" }, kinds] } },
        },
      },
    ],
    ["a path parameter that is not empty", { [`${get}/parameters/0/schema/minLength`]: 1 }],
    ["a list that is not empty", { [`${get}/parameters/1/schema/minItems`]: 1 }],
    ["another way to send one value", { [`${get}/parameters/0/explode`]: true }],
    ["the options in another order", { [`${get}/security`]: [{ token: [] }, { key: [] }] }],
    ["an error by its range", { [`${get}/responses`]: { "200": found, "4XX": report } }],
    ["one more error", { [`${get}/responses/409`]: found }],
    ["one more callback", { [`${get}/callbacks/failed`]: done }],
    [
      "one more media type of a response",
      { [`${get}/responses/200/content/application~1vnd.api+json`]: { schema: text } },
    ],
    [
      "a header of a response that may come",
      { [`${get}/responses/200/headers`]: { "X-Total": { schema: text } } },
    ],
  ],
  clients: [
    ["one region less of a server", { "/servers/0": server("api") }],
    ["another server", { "/servers/0/url": "https://us.example.com/v1" }],
    [
      "tokens from another URL",
      { "/components/securitySchemes/token/flows/clientCredentials/tokenUrl": "https://a.example" },
    ],
    ["a value instead of a list", { [`${get}/parameters/1/schema`]: { enum: ["a"] } }],
    ["any status instead of one", { [`${get}/responses`]: { "404": report, default: found } }],
    ["one callback less", { [`${get}/callbacks/done`]: undefined }],
    ["one callback less of two that look alike", { [`${get}/callbacks/done#`]: undefined }],
  ],
  servers: [
    ["no credentials", { [`${get}/security`]: [] }],
    [
      "a header of a response that must come",
      { [`${get}/responses/200/headers`]: { "X-Total": { required: true, schema: text } } },
    ],
  ],
  "clients and servers": [
    [
      "another media type that is not JSON",
      { [`${get}/responses/404/content`]: { "application/pdf": { schema: text } } },
    ],
    [
      "an operation that hides a value of a path parameter",
      { "/paths/~1things~1all": { get: { ...operation, operationId: "all", parameters: [] } } },
    ],
    ["a callback by another method", { [called]: { put: {} } }],
    ["a webhook that sends less", { "/components/schemas/Event/minLength": 1 }],
    ["a callback of one form in another", { [`${get}/callbacks/refused`]: callback("text/html") }],
  ],
};

describe.each(Object.entries(changes))("What may break %s", (whom, rows) => {
  test.each(rows)("is %s.", async (_done, edits) => {
    const changed = Object.entries(edits).reduce(
      (all, [pointer, value]) => replaceAt(all, pointer, value),
      document,
    );
    const [before, after] = [readContract(document), readContract(changed)];
    const { differences } = await differencesOf(before, after);
    const parties = new Set(differences.flatMap((each) => each.parties));
    expect([...parties].toSorted().join(" and ") || "nobody").toBe(whom);
  });
});
