import { isObject } from "../json.ts";
import { mediaType, requestBody, response } from "./bodies.ts";
import { among, type Kind, leaf, list, notSupported, objectOf, record, tolerate } from "./kind.ts";
import { withOperationId, withoutFollowing, withoutIgnoredBody } from "./normalize.ts";
import { example, header, parameter, parameters } from "./parameter.ts";
import { orReference, pointerOfPlace, withTarget } from "./references.ts";
import {
  annotation,
  any,
  dialect,
  dropped,
  flag,
  name,
  schema,
  schemaObject,
  text,
} from "./schema.ts";
import { apiKey, http, security, securityScheme } from "./security.ts";

// Everything that a contract may use. Anything else is refused, so that no other code needs a
// branch for it.

const variable = objectOf(
  { default: text },
  { description: text, enum: list("value", text) },
  { isOpen: true },
);
const server = objectOf(
  { url: text },
  { description: text, variables: record("variable", variable) },
  { isOpen: true },
);

const responses = record("response", orReference("responses", response), (status) =>
  /^([2-5]\d\d|[2-5]XX|default)$/.test(status)
    ? undefined
    : `is not a status, ${notSupported("state each, such as 404, or 4XX, 5XX and default")}`,
);

const operation = objectOf(
  { responses },
  {
    operationId: text,
    summary: text,
    description: text,
    deprecated: flag,
    tags: list("value", text),
    externalDocs: annotation,
    servers: list("server", server),
    security,
    parameters,
    requestBody: orReference("requestBodies", requestBody),
    callbacks: dropped,
  },
  {
    named: ["operation", "operationId"],
    prepare: (value, node) => withoutIgnoredBody({ responses: {}, ...value }, node),
    rewrite: withOperationId,
  },
);
const path = objectOf(
  {},
  {
    summary: text,
    description: text,
    servers: list("server", server),
    parameters,
    get: operation,
    post: operation,
    put: operation,
    patch: operation,
    delete: operation,
    options: dropped,
    head: dropped,
  },
  { prepare: withoutFollowing },
);
const paths = record(
  "path",
  (node) => path(withTarget(node)),
  (template) => {
    if (!template.startsWith("/")) return "does not begin with a slash: add one";
    if (/[?#\s]/.test(template))
      return "has a query, a fragment or a space, which no path has: remove it";
    if (!/^([^{}]|\{[^{}]+\})*$/.test(template)) return "has a brace too many: write {name}";
    return undefined;
  },
);

/** A part of the document itself, which an open question is about. */
const place = leaf<string>((value, { context }) =>
  typeof value === "string" && pointerOfPlace(context.document, value) !== undefined
    ? undefined
    : `is ${JSON.stringify(value)}, which is neither a JSON Pointer to a part of the document nor ` +
      "an operationId with what follows below it: correct it",
);
const gap = objectOf(
  { id: name, section: name, unknown: name, until_known: name },
  {
    places: list("place", place),
    otherwise: list("answer", among(["absent", "null", "ignored", "any status"])),
  },
);

const components = objectOf(
  {},
  {
    schemas: record("schema", schema),
    parameters: record("parameter", parameter),
    responses: record("response", response),
    requestBodies: record("request body", requestBody),
    headers: record("header", header),
    examples: record("example", example),
    securitySchemes: record("security scheme", securityScheme),
    links: dropped,
    callbacks: dropped,
    pathItems: dropped,
  },
);

/** A text that no operation needs: without it, it is empty. */
const label: Kind<string> = (node) => {
  const { value } = node;
  if (typeof value !== "string" || !/\S/.test(value))
    tolerate(node, "is not a string, in quotes if it looks like a number: write one");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};
const info = objectOf(
  {},
  {
    title: label,
    version: label,
    summary: text,
    description: text,
    termsOfService: text,
    contact: annotation,
    license: annotation,
  },
  {
    isOpen: true,
    prepare: (value, node) => {
      const missing = ["title", "version"].filter((field) => value[field] === undefined);
      for (const field of missing) tolerate(node, `has no ${field}: add it`, field);
      return value;
    },
  },
);
const tag = objectOf(
  { name },
  { description: text, externalDocs: annotation },
  { isOpen: true, named: ["tag", "name"] },
);

/** The document. Components are read after the operations that refer to them. */
export const document = objectOf(
  { openapi: any, info, paths },
  {
    jsonSchemaDialect: dialect,
    servers: list("server", server),
    tags: list("tag", tag),
    externalDocs: annotation,
    security,
    components,
    webhooks: dropped,
    "x-gaps": list("gap", gap),
  },
  {
    isOpen: true,
    prepare: (value, node) => {
      if (isObject(value["info"])) return value;
      if (value["info"] === undefined) tolerate(node, "has no info: add it");
      return value["info"] === undefined ? { ...value, info: {} } : value;
    },
    rewrite: (value) => ({ ...value, openapi: "3.1.1" }),
  },
);

/** The parts of the profile, for the table of the README. */
export const profile = {
  document,
  info,
  server,
  path,
  operation,
  parameter,
  "request body": requestBody,
  response,
  header,
  "media type": mediaType,
  example,
  schema: schemaObject,
  components,
  "API key": apiKey,
  "HTTP authentication": http,
};

/** The objects of a document that conforms to the profile, rewritten. */
export type Objects = {
  readonly [Name in keyof typeof profile]: ReturnType<(typeof profile)[Name]>;
};

/** The document. */
export type OpenApi = Objects["document"];
