import type { JsonObject } from "@workflow-api/contract";

const id = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "integer", minimum: 1 },
  examples: { found: { value: 1 }, closed: { value: 1 } },
};

/** A contract of other kinds than the shop: servers, cookies, scopes, includes, choices of media types and schemas. */
export const desk: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Desk", version: "3.1.0" },
  servers: [
    { url: "https://{region}.desk.example/v3", variables: { region: { default: "eu", enum: ["eu", "us"] } } },
    { url: "https://test.desk.example/v3" },
  ],
  security: [{ login: ["tickets:read"] }],
  paths: {
    "/tickets/{id}": {
      get: {
        operationId: "readTicket",
        parameters: [
          id,
          {
            name: "include",
            in: "query",
            explode: false,
            schema: { type: "array", items: { enum: ["owner", "notes"] } },
            examples: { found: { value: ["owner", "notes"] } },
            "x-includes": { owner: "/owner", notes: "/notes" },
          },
          {
            name: "filter",
            in: "query",
            style: "deepObject",
            explode: true,
            schema: {
              type: "object",
              properties: { state: { enum: ["open", "closed"] }, since: { type: "string", format: "date" } },
            },
            examples: { found: { value: { state: "open" } } },
          },
          {
            name: "labels",
            in: "query",
            schema: { type: "array", items: { type: "string" } },
            examples: { found: { value: ["a", "b"] } },
          },
          {
            name: "trace",
            in: "cookie",
            schema: { type: "string", pattern: "^[0-9a-f]{4,8}$" },
            examples: { found: { value: "12ab" } },
          },
          {
            name: "X-Locale",
            in: "header",
            schema: { type: "string", enum: ["de", "en"] },
            examples: { found: { value: "en" } },
          },
        ],
        responses: {
          "200": {
            description: "The ticket.",
            headers: { ETag: { schema: { type: "string" }, example: "v1" } },
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Ticket" },
                examples: {
                  found: {
                    value: {
                      id: 1,
                      by: { kind: "person", name: "Ada" },
                      due: null,
                      owner: { name: "Ada" },
                      notes: ["Look"],
                    },
                  },
                },
              },
              "text/plain": { schema: { type: "string" }, examples: { found: { value: "Ticket 1" } } },
            },
          },
          "400": {
            description: "It is refused.",
            content: {
              "application/problem+json": {
                schema: { type: "object", required: ["title"], properties: { title: { type: "string" } } },
              },
            },
          },
          "404": { description: "There is none." },
        },
      },
      head: {
        operationId: "peekTicket",
        security: [],
        parameters: [id],
        responses: {
          "200": {
            description: "There is one.",
            headers: { "X-Version": { required: true, schema: { type: "integer", minimum: 1 }, example: 3 } },
          },
        },
      },
      delete: {
        operationId: "closeTicket",
        security: [{ login: ["tickets:write"] }],
        parameters: [id],
        responses: { "204": { description: "It is closed." } },
      },
    },
    "/tickets": {
      post: {
        operationId: "openTicket",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/NewTicket" },
              examples: { opened: { value: { by: { kind: "person", name: "Ada" }, points: [1, 2] } } },
            },
            "application/x-www-form-urlencoded": {
              schema: { type: "object", required: ["subject"], properties: { subject: { type: "string" } } },
            },
          },
        },
        responses: {
          "201": {
            description: "It is open.",
            headers: { Location: { required: true, schema: { type: "string" }, example: "/tickets/1" } },
          },
        },
      },
    },
  },
  components: {
    securitySchemes: {
      login: {
        type: "oauth2",
        flows: {
          clientCredentials: {
            tokenUrl: "https://desk.example/token",
            scopes: { "tickets:read": "Read", "tickets:write": "Write" },
          },
        },
      },
    },
    schemas: {
      Person: {
        type: "object",
        required: ["kind", "name"],
        properties: { kind: { const: "person" }, name: { type: "string", minLength: 1 } },
      },
      Robot: {
        type: "object",
        required: ["kind", "serial"],
        properties: { kind: { const: "robot" }, serial: { type: "integer" } },
      },
      Actor: { oneOf: [{ $ref: "#/components/schemas/Person" }, { $ref: "#/components/schemas/Robot" }] },
      NewTicket: {
        type: "object",
        required: ["by"],
        properties: {
          by: { $ref: "#/components/schemas/Actor" },
          points: { type: "array", items: { type: "integer" }, minItems: 1 },
          tags: { type: "object", additionalProperties: { type: "string" } },
        },
      },
      Ticket: {
        type: "object",
        required: ["id", "by", "due"],
        properties: {
          id: { type: "integer" },
          by: { $ref: "#/components/schemas/Actor" },
          due: { type: ["string", "null"], format: "date" },
          owner: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
          notes: { type: "array", items: { type: "string" }, maxItems: 5 },
        },
      },
    },
  },
};
