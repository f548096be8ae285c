import { valueAt } from "@workflow-api/contract/json";
import type { Edits } from "./library.ts";
import { shop } from "./shop.ts";

/** What has changed, whom it breaks, and the edits of the shop. */
export type ContractEdit = readonly [what: string, breaks: string, edits: Edits];

const at = (pointer: string) => valueAt(shop, pointer);
const text = { type: "string" };
const done = { "200": { description: "Done." } };
const json = "content/application~1json";
const orders = "/paths/~1orders";
const order = "/paths/~1orders~1{orderId}";
const list = `${orders}/get`;
const create = `${orders}/post`;
const schemas = "/components/schemas";
const webhook = `/webhooks/orderPaid/post/requestBody/${json}/schema`;
const form = "/paths/~1forms/post/requestBody";
const note = "/paths/~1notes/post";
const callback = `${create}/callbacks/paid/{$request.body#~1url}/post/requestBody/${json}/schema`;
const report = "/paths/~1report/get/responses/200";

/**
 * Edits of the shop, each compared alone. A name is who breaks, with `?` who may; `nobody`: it is
 * proved harmless.
 */
export const contractEdits: readonly ContractEdit[] = [
  ["an operation is gone", "clients", { [`${order}/delete`]: undefined }],
  ["a path is gone", "clients", { [order]: undefined }],
  [
    "an operation is new",
    "servers",
    { [`${order}/put`]: { operationId: "putOrder", responses: done } },
  ],
  [
    "a path is new",
    "servers",
    { "/paths/~1new": { get: { operationId: "get", responses: done } } },
  ],
  [
    "a path has another name",
    "clients, servers",
    { [order]: undefined, "/paths/~1order~1{orderId}": at(order) },
  ],
  ["an operation has another name", "nobody", { [`${list}/operationId`]: "getOrders" }],
  [
    "a path parameter has another name",
    "nobody",
    {
      [order]: undefined,
      "/paths/~1orders~1{id}": {
        get: at(`${order}/get`) ?? {},
        patch: at(`${order}/patch`) ?? {},
        delete: at(`${order}/delete`) ?? {},
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } },
        ],
      },
    },
  ],
  ["a path parameter is a string", "servers", { [`${order}/parameters/0/schema`]: text }],
  ["a path parameter is higher", "clients", { [`${order}/parameters/0/schema/minimum`]: 1000 }],
  ["a query parameter is gone", "clients", { [`${list}/parameters/4`]: undefined }],
  [
    "a query parameter is new",
    "servers",
    { [`${list}/parameters/9`]: { name: "sort", in: "query", schema: text } },
  ],
  [
    "a required query parameter is new",
    "clients, servers",
    { [`${list}/parameters/9`]: { name: "sort", in: "query", required: true, schema: text } },
  ],
  ["a query parameter is required", "clients", { [`${list}/parameters/0/required`]: true }],
  [
    "a value of a query parameter is gone",
    "clients",
    { [`${list}/parameters/0/schema/enum`]: ["open", "paid"] },
  ],
  [
    "a value of a query parameter is new",
    "servers",
    { [`${list}/parameters/0/schema/enum/3`]: "lost" },
  ],
  [
    "a query parameter has a lower maximum",
    "clients",
    { [`${list}/parameters/1/schema/maximum`]: 50 },
  ],
  [
    "a query parameter has another default",
    "clients, servers",
    { [`${list}/parameters/1/schema/default`]: 10 },
  ],
  ["a query parameter is a string", "clients?, servers", { [`${list}/parameters/1/schema`]: text }],
  ["a list in a query is shorter", "clients", { [`${list}/parameters/2/schema/maxItems`]: 5 }],
  [
    "a list in a query is not exploded",
    "clients, servers",
    { [`${list}/parameters/2/explode`]: false },
  ],
  ["a list in a query has strings", "servers", { [`${list}/parameters/2/schema/items`]: text }],
  [
    "a query parameter has another format",
    "clients, servers",
    { [`${list}/parameters/3/schema/format`]: "date" },
  ],
  ["a query parameter is longer", "servers", { [`${list}/parameters/4/schema/maxLength`]: 60 }],
  ["a query parameter is shorter", "clients", { [`${list}/parameters/4/schema/maxLength`]: 40 }],
  [
    "a header has another pattern",
    "clients, servers",
    { [`${list}/parameters/5/schema/pattern`]: "^[a-z]{3}$" },
  ],
  ["a header is required", "clients", { [`${create}/parameters/0/required`]: true }],
  ["a header is gone", "clients", { [`${create}/parameters`]: [] }],
  ["a query parameter is a header", "clients, servers", { [`${list}/parameters/4/in`]: "header" }],
  ["a body is optional", "servers", { [`${create}/requestBody/required`]: false }],
  ["a body is required", "clients", { [`${order}/patch/requestBody/required`]: true }],
  ["a body is gone", "clients, servers", { [`${create}/requestBody`]: undefined }],
  [
    "a body is new",
    "servers",
    { [`${order}/delete/requestBody`]: { content: { "application/json": { schema: text } } } },
  ],
  [
    "a required body is new",
    "clients, servers",
    {
      [`${order}/delete/requestBody`]: {
        required: true,
        content: { "application/json": { schema: text } },
      },
    },
  ],
  [
    "a media type of a body is another",
    "clients, servers",
    {
      [`${create}/requestBody/content`]: {
        "application/vnd.api+json": at(`${create}/requestBody/${json}`) ?? {},
      },
    },
  ],
  [
    "a media type of a response is another",
    "clients, servers",
    {
      [`${order}/get/responses/200/content`]: {
        "application/vnd.api+json": at(`${order}/get/responses/200/${json}`) ?? {},
      },
    },
  ],
  [
    "a response has no body",
    "clients, servers",
    { [`${order}/get/responses/200/content`]: undefined },
  ],
  ["a status is gone", "servers", { [`${order}/get/responses/404`]: undefined }],
  [
    "a status is another",
    "clients, servers",
    {
      [`${create}/responses/201`]: undefined,
      [`${create}/responses/200`]: at(`${create}/responses/201`),
    },
  ],
  [
    "an error is new",
    "nobody",
    { [`${order}/get/responses/409`]: at(`${order}/get/responses/404`) },
  ],
  ["a success is new", "clients", { [`${create}/responses/202`]: done["200"] }],
  [
    "a default is new",
    "nobody",
    { [`${order}/get/responses/default`]: at(`${order}/get/responses/404`) },
  ],
  ["a default is gone", "servers", { [`${list}/responses/default`]: undefined }],
  ["a response header is gone", "clients", { [`${list}/responses/200/headers`]: undefined }],
  [
    "a response header is optional",
    "clients",
    { [`${list}/responses/200/headers/X-Total/required`]: false },
  ],
  [
    "a response header is a string",
    "clients",
    { [`${list}/responses/200/headers/X-Total/schema`]: text },
  ],
  [
    "a response header is new",
    "nobody",
    { [`${list}/responses/200/headers/X-More`]: { schema: text } },
  ],
  ["an option of security is gone", "clients", { "/security": [{ key: [] }] }],
  ["an option of security is new", "servers", { "/security": [{ key: [] }, { token: [] }, {}] }],
  ["both credentials are needed", "clients", { "/security": [{ key: [], token: [] }] }],
  ["no security is needed", "servers", { [`${list}/security`]: [] }],
  [
    "a key has another header",
    "clients, servers",
    { "/components/securitySchemes/key/name": "X-Api-Key" },
  ],
  [
    "a token is a basic one",
    "clients, servers",
    { "/components/securitySchemes/token/scheme": "basic" },
  ],
  ["a server is another", "clients?", { "/servers/0/url": "https://api.example.com/v2" }],
  ["a server is new", "nobody", { "/servers/1": { url: "https://eu.example.com/v1" } }],
  [
    "a member of a response is gone",
    "nobody",
    { [`${schemas}/Order/properties/createdAt`]: undefined },
  ],
  [
    "a member of a response is new",
    "nobody",
    { [`${schemas}/Order/properties/total`]: { type: "number" } },
  ],
  [
    "a required member of a response is optional",
    "clients",
    { [`${schemas}/Order/required`]: ["id", "lines", "payment"] },
  ],
  [
    "an optional member of a response is required",
    "servers",
    { [`${schemas}/Order/required/4`]: "createdAt" },
  ],
  [
    "a value of a response is new",
    "clients",
    { [`${schemas}/Order/properties/status/enum/3`]: "lost" },
  ],
  [
    "a value of a response is gone",
    "servers",
    { [`${schemas}/Order/properties/status/enum`]: ["open", "paid"] },
  ],
  [
    "a response has another type",
    "clients, servers",
    { [`${schemas}/Order/properties/id/type`]: "string" },
  ],
  [
    "a response may be null",
    "clients",
    { [`${schemas}/Order/properties/note/type`]: ["string", "null"] },
  ],
  [
    "a list of a response may be empty",
    "clients",
    { [`${schemas}/Order/properties/lines/minItems`]: 0 },
  ],
  [
    "a list of a response may be longer",
    "clients",
    { [`${schemas}/Order/properties/lines/maxItems`]: 50 },
  ],
  [
    "a map of a response has longer values",
    "clients",
    { [`${schemas}/Order/properties/labels/additionalProperties/maxLength`]: 30 },
  ],
  ["a deep member of a response is optional", "clients", { [`${schemas}/Line/required`]: ["sku"] }],
  [
    "a branch of a response is new",
    "clients",
    {
      [`${schemas}/Payment/oneOf/2`]: {
        type: "object",
        required: ["kind"],
        properties: { kind: { const: "cash" } },
      },
    },
  ],
  [
    "a branch of a response is gone",
    "servers",
    { [`${schemas}/Payment/oneOf`]: [{ $ref: "#/components/schemas/Card" }] },
  ],
  [
    "a member of an error is gone",
    "nobody",
    { [`${schemas}/Problem/properties/detail`]: undefined },
  ],
  [
    "a member of a body is gone",
    "clients",
    { [`${schemas}/NewOrder/properties/coupon`]: undefined },
  ],
  ["a member of a body is new", "servers", { [`${schemas}/NewOrder/properties/more`]: text }],
  [
    "a member of a body is required",
    "clients",
    { [`${schemas}/NewOrder/required`]: ["lines", "payment", "note"] },
  ],
  [
    "a required member of a body is new",
    "clients, servers",
    {
      [`${schemas}/NewOrder/required`]: ["lines", "payment", "more"],
      [`${schemas}/NewOrder/properties/more`]: text,
    },
  ],
  [
    "a list of a body is shorter",
    "clients",
    { [`${schemas}/NewOrder/properties/lines/maxItems`]: 10 },
  ],
  [
    "a list of a body has more items",
    "clients",
    { [`${schemas}/NewOrder/properties/lines/minItems`]: 2 },
  ],
  [
    "a list of a body has distinct items",
    "clients",
    { [`${schemas}/NewOrder/properties/codes/uniqueItems`]: true },
  ],
  [
    "a deep string of a body is longer",
    "clients",
    { [`${schemas}/NewLine/properties/sku/minLength`]: 2 },
  ],
  [
    "a deep maximum of a body is lower",
    "clients",
    { [`${schemas}/NewLine/properties/amount/maximum`]: 9 },
  ],
  [
    "a branch of a body is gone",
    "clients",
    {
      [`${schemas}/NewPayment/oneOf`]: [{ $ref: "#/components/schemas/Card" }],
    },
  ],
  [
    "a member of a branch of a body is longer",
    "clients, servers",
    { [`${schemas}/Card/properties/number/minLength`]: 8 },
  ],
  [
    "a member of another branch of a body is required",
    "clients, servers",
    {
      [`${schemas}/Bank/required`]: ["kind", "iban", "bic"],
      [`${schemas}/Bank/properties/bic`]: text,
    },
  ],
  [
    "a pattern of a body is narrower",
    "clients, servers?",
    { [`${schemas}/NewOrder/properties/coupon/pattern`]: "^[A-Z]{3}-[0-9]{2}$" },
  ],
  [
    "a pattern of a body is wider",
    "clients?, servers",
    { [`${schemas}/NewOrder/properties/coupon/pattern`]: "^[A-Z]{3}-[0-9]{1,4}$" },
  ],
  [
    "a value of a body is gone",
    "clients",
    { [`${schemas}/NewOrder/properties/priority/enum`]: [1, 2] },
  ],
  [
    "a default of a body is another",
    "clients, servers",
    { [`${schemas}/NewOrder/properties/gift/default`]: true },
  ],
  [
    "a map of a body has shorter values",
    "clients",
    { [`${schemas}/NewOrder/properties/labels/additionalProperties/maxLength`]: 10 },
  ],
  [
    "an object of a body has no further members",
    "clients",
    { [`${schemas}/NewOrder/properties/size/additionalProperties`]: false },
  ],
  [
    "an object of a body needs two members",
    "clients",
    { [`${schemas}/OrderChange/minProperties`]: 2 },
  ],
  [
    "an object of a body has further members",
    "servers",
    { [`${schemas}/OrderChange/additionalProperties`]: undefined },
  ],
  [
    "a schema has another name",
    "nobody",
    {
      [`${schemas}/Pay`]: at(`${schemas}/Payment`),
      [`${schemas}/Payment`]: undefined,
      [`${schemas}/Order/properties/payment/$ref`]: "#/components/schemas/Pay",
    },
  ],
  [
    "a schema is written in place",
    "nobody",
    { [`${schemas}/Order/properties/payment`]: at(`${schemas}/Payment`) },
  ],
  ["a form has a new member", "servers", { [`${schemas}/Contact/properties/phone`]: text }],
  [
    "a form has a new required member",
    "clients, servers",
    { [`${schemas}/Contact/properties/phone`]: text, [`${schemas}/Contact/required/1`]: "phone" },
  ],
  ["a form loses a member", "clients", { [`${schemas}/Contact/properties/mail`]: undefined }],
  ["a form is required", "clients", { [`${form}/required`]: true }],
  [
    "a form is JSON",
    "clients, servers",
    {
      [`${form}/content`]: {
        "application/json": { schema: { $ref: "#/components/schemas/Contact" } },
      },
    },
  ],
  [
    "a form may be JSON",
    "servers",
    { [`${form}/${json}`]: { schema: { $ref: "#/components/schemas/Contact" } } },
  ],
  [
    "a file has another media type",
    "clients, servers",
    { [`${report}/content`]: { "image/png": {} } },
  ],
  ["a file may have another media type", "nobody", { [`${report}/content/image~1png`]: {} }],
  [
    "a webhook requires a member",
    "servers",
    { [`${webhook}/required`]: ["orderId", "id", "paidAt"] },
  ],
  ["a webhook may lack a member", "clients", { [`${webhook}/required`]: ["id"] }],
  ["a webhook may lack a read-only member", "clients", { [`${webhook}/required`]: ["orderId"] }],
  [
    "an optional response header is gone",
    "nobody",
    { [`${create}/responses/201/headers`]: undefined },
  ],
  ["a webhook has a new member", "nobody", { [`${webhook}/properties/more`]: text }],
  ["a webhook is gone", "clients?", { "/webhooks": undefined }],
  ["a webhook is new", "nobody", { "/webhooks/orderSent": at("/webhooks/orderPaid") }],
  [
    "texts are others",
    "nobody",
    { "/info/title": "Store", [`${list}/description`]: "Lists.", [`${list}/tags`]: ["all"] },
  ],
  ["an operation is deprecated", "nobody", { [`${list}/deprecated`]: true }],
  [
    "a fixed path takes a parameter's requests",
    "servers",
    {
      "/paths/~1orders~1{orderId}/parameters/0/schema": text,
      "/paths/~1orders~1new": { get: { operationId: "getNew", responses: done } },
    },
  ],
  [
    "a fixed path stands beside numbers",
    "servers",
    { "/paths/~1orders~1new": { get: { operationId: "getNew", responses: done } } },
  ],
  [
    "a parameter of two types has a lower maximum",
    "clients",
    { [`${list}/parameters/6/schema/oneOf/0/maximum`]: 100 },
  ],
  [
    "a parameter of two types has another value",
    "servers",
    { [`${list}/parameters/6/schema/oneOf/1/enum/1`]: "none" },
  ],
  [
    "a member of an object in a query is gone",
    "clients",
    { [`${list}/parameters/7/schema/properties/year`]: undefined },
  ],
  [
    "an object in a query is sent otherwise",
    "clients, servers",
    { [`${list}/parameters/7/style`]: "form" },
  ],
  ["a cookie is required", "clients", { [`${list}/parameters/8/required`]: true }],
  [
    "a range of statuses is one of them",
    "servers",
    {
      [`${create}/responses/4XX`]: undefined,
      [`${create}/responses/400`]: at(`${create}/responses/4XX`),
    },
  ],
  [
    "a status of a range has no body",
    "clients, servers",
    { [`${create}/responses/404`]: { description: "None." } },
  ],
  [
    "a text is shorter",
    "clients",
    { [`${note}/requestBody/content/text~1plain/schema/maxLength`]: 9 },
  ],
  [
    "a callback may send another value",
    "clients",
    { [`${callback}/properties/state/enum/2`]: "late" },
  ],
  ["a callback requires a member", "servers", { [`${callback}/required`]: ["state", "at"] }],
];
