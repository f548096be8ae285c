import type { JsonObject } from "@workflow-api/contract";

/** A refusal as a problem (RFC 9457), of a schema. */
export const problem = (schema: JsonObject): JsonObject => ({
  description: "It is refused.",
  content: { "application/problem+json": { schema } },
});
/** What has a title. */
export const titled: JsonObject = {
  type: "object",
  required: ["title"],
  properties: { title: { type: "string" } },
};
/** What an object of a query holds. */
export const filter: JsonObject = { type: "object", properties: { colour: { type: "string" } } };

/** A contract of one operation, with a parameter of each kind that is neither a text nor a list. */
export const things: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1.0.0" },
  servers: [{ url: "/v1" }],
  paths: {
    "/things/{id}.{form}": {
      get: {
        operationId: "getThing",
        security: [{ login: ["read"] }],
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer" } },
          { name: "form", in: "path", required: true, schema: { type: "string" } },
          { name: "filter", in: "query", style: "deepObject", explode: true, schema: filter },
          { name: "near", in: "query", content: { "application/json": { schema: filter } } },
          { name: "limit", in: "query", schema: { type: "integer", default: 10 } },
        ],
        responses: {
          "200": {
            description: "The thing.",
            headers: { "X-Rate": { schema: { type: "integer" } } },
            content: { "application/json": { schema: { type: "object" } } },
          },
          "204": { description: "There is nothing to say of it." },
          default: problem(titled),
        },
      },
    },
  },
  components: {
    securitySchemes: {
      login: {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: "https://login.example/token", scopes: {} } },
      },
    },
  },
};

/** Where its operation stands. */
export const get = "/paths/~1things~1{id}.{form}/get";

/** What may have a title. */
export const loose: JsonObject = { type: "object", properties: { title: { type: "string" } } };
