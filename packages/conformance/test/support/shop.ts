import type { JsonObject } from "@workflow-api/contract";

const problem = {
  description: "It is refused.",
  content: {
    "application/json": {
      schema: { type: "object", required: ["title"], properties: { title: { type: "string" } } },
      examples: { refused: { value: { title: "Refused" } } },
    },
  },
};

/** A contract to be changed: a list with every kind of parameter, and a PUT with a body. */
export const shop: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Shop", version: "1.2.0" },
  security: [{ key: [] }, { token: [] }],
  paths: {
    "/shelves/{shelf}/items": {
      get: {
        operationId: "listItems",
        parameters: [
          {
            name: "shelf",
            in: "path",
            required: true,
            schema: { type: "string", maxLength: 8 },
            examples: { listed: { value: "a" } },
          },
          {
            name: "limit",
            in: "query",
            schema: { type: "integer", minimum: 1, maximum: 50 },
            examples: { listed: { value: 2 } },
          },
          {
            name: "sort",
            in: "query",
            schema: { type: "string", enum: ["name", "price"] },
            examples: { listed: { value: "name" } },
          },
          {
            name: "tags",
            in: "query",
            explode: false,
            schema: { type: "array", items: { type: "string", pattern: "^[a-z]+$" }, maxItems: 3 },
            examples: { listed: { value: ["a", "b"] } },
          },
          {
            name: "X-Shop",
            in: "header",
            required: true,
            schema: { type: "string", minLength: 2 },
            examples: { listed: { value: "shop-1" } },
          },
        ],
        responses: {
          "200": {
            description: "The items.",
            headers: { "X-Total": { required: true, schema: { type: "integer" }, example: 3 } },
            content: {
              "application/json": {
                schema: { type: "array", items: { $ref: "#/components/schemas/Item" } },
                examples: {
                  listed: {
                    value: [
                      { id: "1", name: "Hat", price: 3, kind: "plain", note: "Red", size: { width: 1 } },
                    ],
                  },
                },
              },
            },
          },
          "401": problem,
        },
      },
      put: {
        operationId: "putItem",
        parameters: [
          {
            name: "shelf",
            in: "path",
            required: true,
            schema: { type: "string" },
            examples: { done: { value: "a" } },
          },
        ],
        requestBody: {
          required: false,
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/NewItem" },
              examples: { done: { value: { name: "Hat", price: 3, note: null, kind: "plain" } } },
            },
          },
        },
        responses: {
          "201": {
            description: "It is there.",
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Item" },
                examples: { done: { value: { id: "1", name: "Hat", price: 3, kind: "plain" } } },
              },
            },
          },
          "409": problem,
        },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      token: { type: "http", scheme: "bearer" },
    },
    schemas: {
      NewItem: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", maxLength: 20 },
          price: { type: "number", minimum: 0 },
          note: { type: ["string", "null"] },
          kind: { enum: ["plain", "fancy"] },
        },
      },
      Item: {
        type: "object",
        required: ["id", "name", "price"],
        properties: {
          id: { type: "string" },
          name: { type: "string" },
          price: { type: "integer", minimum: 0 },
          kind: { type: "string", enum: ["plain", "fancy"] },
          note: { type: "string", maxLength: 10 },
          size: { type: "object", required: ["width"], properties: { width: { type: "integer" } } },
        },
      },
    },
  },
};
