import type { JsonObject, JsonValue } from "@workflow-api/contract/json";

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonValue): JsonObject => ({ "application/json": { schema } });
const text = { type: "string" };
const query = (name: string, schema: JsonValue, more: JsonObject = {}): JsonObject => ({
  name,
  in: "query",
  schema,
  ...more,
});

/** A contract of a shop, as people write them: lists, orders, unions, headers and webhooks. */
export const shop: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Shop", version: "1.0.0" },
  servers: [{ url: "https://api.example.com/v1" }],
  security: [{ key: [] }, { token: [] }],
  paths: {
    "/orders": {
      get: {
        operationId: "listOrders",
        tags: ["orders"],
        parameters: [
          query("status", { type: "string", enum: ["open", "paid", "sent"] }),
          query("limit", { type: "integer", minimum: 1, maximum: 100, default: 20 }),
          query("ids", { type: "array", items: { type: "integer" }, maxItems: 10 }),
          query("since", { type: "string", format: "date-time" }),
          query("q", { type: "string", minLength: 1, maxLength: 50 }),
          { name: "X-Trace", in: "header", schema: { type: "string", pattern: "^[a-z]{4}$" } },
          query("size", {
            oneOf: [
              { type: "integer", minimum: 1, maximum: 500 },
              { type: "string", enum: ["all"] },
            ],
          }),
          query(
            "filter",
            { type: "object", properties: { year: { type: "integer" }, place: text } },
            { style: "deepObject", explode: true },
          ),
          { name: "session", in: "cookie", schema: text },
        ],
        responses: {
          "200": {
            description: "Orders.",
            headers: { "X-Total": { required: true, schema: { type: "integer" } } },
            content: json({
              type: "object",
              required: ["data"],
              properties: {
                data: { type: "array", items: reference("Order") },
                next: { type: ["string", "null"] },
              },
            }),
          },
          "400": { $ref: "#/components/responses/Problem" },
          default: { $ref: "#/components/responses/Problem" },
        },
      },
      post: {
        operationId: "createOrder",
        tags: ["orders"],
        parameters: [
          { name: "Idempotency-Key", in: "header", schema: { type: "string", format: "uuid" } },
        ],
        requestBody: { required: true, content: json(reference("NewOrder")) },
        callbacks: {
          paid: {
            "{$request.body#/url}": {
              post: {
                requestBody: {
                  content: json({
                    type: "object",
                    required: ["state"],
                    properties: { state: { enum: ["paid", "failed"] }, at: text },
                  }),
                },
                responses: { "204": { description: "It was received." } },
              },
            },
          },
        },
        responses: {
          "201": {
            description: "The order.",
            headers: { Location: { schema: { type: "string" } } },
            content: json(reference("Order")),
          },
          "4XX": { $ref: "#/components/responses/Problem" },
        },
      },
    },
    "/orders/{orderId}": {
      parameters: [
        { name: "orderId", in: "path", required: true, schema: { type: "integer", minimum: 1 } },
      ],
      get: {
        operationId: "getOrder",
        responses: {
          "200": { description: "The order.", content: json(reference("Order")) },
          "404": { $ref: "#/components/responses/Problem" },
        },
      },
      patch: {
        operationId: "changeOrder",
        requestBody: { content: json(reference("OrderChange")) },
        responses: { "200": { description: "It.", content: json(reference("Order")) } },
      },
      delete: {
        operationId: "cancelOrder",
        responses: { "204": { description: "Done." } },
      },
    },
    "/forms": {
      post: {
        operationId: "sendForm",
        requestBody: {
          content: { "application/x-www-form-urlencoded": { schema: reference("Contact") } },
        },
        responses: { "204": { description: "Done." } },
      },
    },
    "/notes": {
      post: {
        operationId: "addNote",
        requestBody: { required: true, content: { "text/plain": { schema: text } } },
        responses: { "204": { description: "Done." } },
      },
    },
    "/report": {
      get: {
        operationId: "getReport",
        responses: {
          "200": {
            description: "It.",
            content: { "application/pdf": { schema: { type: "string", format: "binary" } } },
          },
        },
      },
    },
  },
  webhooks: {
    orderPaid: {
      post: {
        requestBody: {
          required: true,
          content: json({
            type: "object",
            required: ["orderId", "id"],
            properties: {
              id: { type: "string", readOnly: true },
              orderId: { type: "integer" },
              paidAt: text,
            },
          }),
        },
        responses: { "200": { description: "It was received." } },
      },
    },
  },
  components: {
    responses: {
      Problem: {
        description: "A problem.",
        content: { "application/problem+json": { schema: reference("Problem") } },
      },
    },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      token: { type: "http", scheme: "bearer" },
    },
    schemas: {
      Order: {
        type: "object",
        required: ["id", "status", "lines", "payment"],
        properties: {
          id: { type: "integer" },
          status: { type: "string", enum: ["open", "paid", "sent"] },
          note: { type: "string", maxLength: 500 },
          lines: { type: "array", items: reference("Line"), minItems: 1, maxItems: 20 },
          payment: reference("Payment"),
          createdAt: { type: "string", format: "date-time" },
          labels: { type: "object", additionalProperties: { type: "string", maxLength: 20 } },
        },
      },
      NewOrder: {
        type: "object",
        required: ["lines", "payment"],
        properties: {
          note: { type: "string", maxLength: 500 },
          lines: { type: "array", items: reference("NewLine"), minItems: 1, maxItems: 20 },
          payment: reference("NewPayment"),
          coupon: { type: "string", pattern: "^[A-Z]{3}-[0-9]{2,4}$" },
          priority: { type: "integer", enum: [1, 2, 3] },
          labels: { type: "object", additionalProperties: { type: "string", maxLength: 20 } },
          codes: { type: "array", items: { type: "string" } },
          gift: { type: "boolean", default: false },
          size: { type: "object", properties: { width: { type: "number" } } },
        },
      },
      OrderChange: {
        type: "object",
        minProperties: 1,
        additionalProperties: false,
        properties: { note: text, status: { type: "string", enum: ["paid", "sent"] } },
      },
      Line: {
        type: "object",
        required: ["sku", "amount"],
        properties: { sku: text, amount: { type: "integer" }, price: { type: "number" } },
      },
      NewLine: {
        type: "object",
        required: ["sku"],
        properties: {
          sku: { type: "string", minLength: 1 },
          amount: { type: "integer", minimum: 1, maximum: 99 },
        },
      },
      Payment: { oneOf: [reference("Card"), reference("Bank")] },
      NewPayment: {
        oneOf: [reference("Card"), reference("Bank")],
        discriminator: { propertyName: "kind" },
      },
      Card: {
        type: "object",
        required: ["kind", "number"],
        properties: { kind: { const: "card" }, number: { type: "string", minLength: 4 } },
      },
      Bank: {
        type: "object",
        required: ["kind", "iban"],
        properties: { kind: { const: "bank" }, iban: text },
      },
      Contact: {
        type: "object",
        required: ["name"],
        properties: { name: text, mail: { type: "string", format: "email" } },
      },
      Problem: {
        type: "object",
        required: ["title"],
        properties: { title: text, status: { type: "integer" }, detail: text },
      },
    },
  },
};
