import { type JsonObject, type JsonValue, replaceAt } from "@workflow-api/contract/json";

const schemaOf = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonValue): JsonObject => ({ "application/json": { schema } });
const text = { type: "string" };
const error = { description: "An error.", content: json(schemaOf("Error")) };
const bookId = {
  name: "id",
  in: "path",
  required: true,
  description: "The id of a book.",
  schema: { type: "string", pattern: "^b\\d+$" },
};
const reader = { name: "reader", in: "path", required: true, schema: text };

/** A contract of books, loans and payments, with an operation outside the profile. */
export const library: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Library", version: "1.0.0" },
  servers: [
    {
      url: "https://{region}.example.com/v1",
      variables: { region: { default: "eu", enum: ["eu", "us"] } },
    },
  ],
  security: [{ key: [] }],
  paths: {
    "/books": {
      get: {
        operationId: "listBooks",
        description: "Lists books.",
        parameters: [
          {
            name: "limit",
            in: "query",
            schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
          },
          {
            name: "sort",
            in: "query",
            explode: false,
            schema: { type: "array", items: { type: "string", enum: ["title", "year"] } },
          },
        ],
        responses: {
          "200": {
            description: "Books.",
            headers: { "X-Total": { required: true, schema: { type: "integer" } } },
            content: json({ type: "array", items: schemaOf("Book") }),
          },
          "401": { $ref: "#/components/responses/Failed" },
        },
      },
      post: {
        operationId: "createBook",
        security: [{ key: [] }, { token: [] }],
        requestBody: { content: json(schemaOf("NewBook")) },
        responses: { "201": { description: "The book.", content: json(schemaOf("Book")) } },
        callbacks: {
          added: { "{$request.query.url}": { post: { requestBody: { content: json(text) } } } },
        },
      },
    },
    "/books/{id}": {
      parameters: [bookId],
      get: {
        operationId: "getBook",
        responses: {
          "200": { description: "The book.", content: json(schemaOf("Book")) },
          "404": error,
        },
      },
      delete: {
        operationId: "deleteBook",
        deprecated: true,
        "x-sunset": "2020-01-31",
        responses: {
          "200": { description: "It is deleted." },
          "204": { description: "It was deleted before.", content: json(text) },
        },
      },
    },
    "/readers/{reader}": {
      get: {
        operationId: "getReader",
        parameters: [reader],
        responses: {
          "200": {
            description: "A reader.",
            content: {
              ...json(schemaOf("Reader")),
              "application/xml": { schema: { ...schemaOf("Reader"), xml: { name: "reader" } } },
            },
          },
          default: error,
        },
      },
    },
    "/payments": {
      post: {
        operationId: "pay",
        requestBody: {
          required: true,
          content: json({ oneOf: [schemaOf("Card"), schemaOf("Cash")] }),
        },
        responses: {
          "200": {
            description: "The result.",
            content: json({ anyOf: [schemaOf("Problem"), schemaOf("Decline")] }),
          },
        },
      },
    },
    "/covers/{id}": {
      get: {
        operationId: "getCover",
        parameters: [bookId],
        responses: {
          "200": { description: "It.", content: { "image/png": { schema: { maxLength: 99 } } } },
        },
      },
      put: {
        operationId: "putCover",
        parameters: [bookId],
        requestBody: { required: true, content: { "multipart/form-data": { schema: text } } },
        responses: {
          "204": { description: "It is stored." },
          "401": { $ref: "#/components/responses/Failed" },
        },
      },
    },
  },
  webhooks: { bookAdded: { post: { requestBody: { content: json(schemaOf("Event")) } } } },
  components: {
    responses: { Failed: error },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      token: {
        type: "oauth2",
        flows: {
          clientCredentials: {
            tokenUrl: "https://example.com/token",
            scopes: { write: "To write." },
          },
        },
      },
    },
    schemas: {
      Book: {
        type: "object",
        required: ["id", "title", "kind"],
        properties: {
          id: { type: "string", readOnly: true },
          title: { type: "string", maxLength: 200, description: "The title." },
          kind: { type: "string", enum: ["novel", "manual"] },
          cover: { type: "string", contentEncoding: "base64", contentMediaType: "image/png" },
          chapters: { type: "array", items: schemaOf("Chapter") },
        },
      },
      NewBook: {
        type: "object",
        required: ["title"],
        properties: {
          title: { type: "string", maxLength: 200 },
          year: { type: "integer", minimum: 1450 },
          cover: { type: "object", properties: { width: text, height: text } },
        },
      },
      Chapter: {
        type: "object",
        required: ["title"],
        properties: { title: text, parts: { type: "array", items: schemaOf("Chapter") } },
      },
      Reader: {
        type: "object",
        required: ["type", "name"],
        discriminator: {
          propertyName: "type",
          mapping: { student: "#/components/schemas/Student" },
        },
        properties: { type: text, name: text },
      },
      Student: {
        allOf: [schemaOf("Reader")],
        type: "object",
        properties: { university: text },
      },
      Card: {
        type: "object",
        required: ["method", "number"],
        properties: { method: { const: "card" }, number: { type: "string", minLength: 4 } },
      },
      Cash: {
        type: "object",
        required: ["method"],
        properties: { method: { const: "cash" }, amount: { type: "number" } },
      },
      Problem: { type: "object", required: ["title"], properties: { title: text } },
      Decline: {
        type: "object",
        required: ["title", "code"],
        properties: { title: text, code: text, advice: text },
      },
      Error: { type: "object", required: ["title"], properties: { title: text } },
      Event: { type: "object", properties: { book: schemaOf("Book"), draft: schemaOf("NewBook") } },
      Unused: { type: "object", properties: { title: text } },
    },
  },
};

/** What is at a pointer after a change; `undefined`: nothing. */
export type Edits = Readonly<Record<string, JsonValue | undefined>>;

/** The library with some of it edited. */
export function edited(edits: Edits, document: JsonObject = library): JsonObject {
  return Object.entries(edits).reduce<JsonObject>(
    (all, [pointer, value]) => replaceAt(all, pointer, value),
    document,
  );
}
