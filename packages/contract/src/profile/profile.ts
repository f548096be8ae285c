import { isJson } from "../http.ts";
import { isObject } from "../json.ts";
import { asBearer, withNamedExample, withOperationId, withoutContentType } from "./equivalents.ts";
import {
  among,
  type Kind,
  leaf,
  list,
  type Node,
  notSupported,
  objectOf,
  record,
  required,
  type TypeOf,
} from "./kind.ts";
import { example, examples, header, parameter, parameters } from "./parameter.ts";
import { orReference } from "./references.ts";
import {
  any,
  dialect,
  elsewhere,
  flag,
  matches,
  name,
  schema,
  schemaObject,
  text,
} from "./schema.ts";

// Everything that a contract may use. Anything else is refused, so that no other code needs a
// branch for it.

const docs = objectOf({ url: required(name), description: text });

const variable = objectOf({
  default: required(text),
  description: text,
  enum: list("value", text),
});
const server = objectOf({
  url: required(name),
  description: text,
  variables: record("variable", variable),
});

const mediaType = objectOf(
  { schema, example: any, examples },
  { rewrite: (value, node) => withNamedExample({ schema: true, ...value }, node) },
);
const content = record("media type", mediaType, (essence) =>
  isJson(essence)
    ? undefined
    : `is not JSON, ${notSupported("use application/json or one that ends with +json")}`,
);

const requestBody = objectOf({ content: required(content), description: text, required: flag });
const headers = record("header", orReference("headers", header));
const response = objectOf({
  description: required(text),
  headers: { read: (node: Node) => withoutContentType(headers.read(node)) },
  content,
  links: elsewhere,
});
const responses = record(
  "response",
  orReference("responses", response),
  (status) =>
    /^([1-5]\d\d|[45]XX|default)$/.test(status)
      ? undefined
      : `is not a status, ${notSupported("state each, such as 404, or 4XX, 5XX and default")}`,
  nodeOfResponse,
);

/** An unnamed example of a success gets the name that ties it to the request. */
function nodeOfResponse(member: Node, status: string): Node {
  const { gathered, value } = member;
  const isSuccess = status.startsWith("2");
  if (isSuccess && isObject(value)) gathered.successes.add(String(value["$ref"]));
  return { ...member, example: isSuccess ? "example" : `example_${status.toLowerCase()}` };
}

/** The same for a shared response. */
function nodeOfComponent(member: Node, key: string): Node {
  const isSuccess = member.gathered.successes.has(`#/components/responses/${key}`);
  return isSuccess ? member : { ...member, example: `example_${key}` };
}

const requirement = record("scopes", list("scope", text));

const operation = objectOf(
  {
    operationId: text,
    summary: text,
    description: text,
    deprecated: flag,
    tags: list("value", text),
    externalDocs: docs,
    servers: list("server", server),
    security: list("security", requirement),
    parameters,
    requestBody: orReference("requestBodies", requestBody),
    responses: required(responses),
    callbacks: elsewhere,
  },
  { named: ["operation", "operationId"], rewrite: withOperationId },
);
const path = objectOf({
  summary: text,
  description: text,
  servers: list("server", server),
  parameters,
  get: operation,
  post: operation,
  put: operation,
  patch: operation,
  delete: operation,
});
const paths = record("path", path, (pattern) =>
  pattern.startsWith("/") ? undefined : "does not begin with a slash: add one",
);

const apiKey = objectOf({
  type: required(among(["apiKey"])),
  in: required(among(["header"])),
  name: required(name),
  description: text,
});
const http = objectOf({
  type: required(
    among(["http"], "use apiKey in a header, or http with the scheme bearer or basic"),
  ),
  scheme: required(
    leaf<string>((value) =>
      matches(/^(bearer|basic)$/i)(value)
        ? undefined
        : `is ${String(value)}, ${notSupported("use bearer or basic, or an apiKey in a header")}`,
    ),
  ),
  bearerFormat: text,
  description: text,
});
const securityScheme: Kind<TypeOf<typeof apiKey> | TypeOf<typeof http>> = {
  read: (node) => {
    const kind = isObject(node.value) ? node.value["type"] : undefined;
    if (kind === "apiKey") return apiKey.read(node);
    return http.read(asBearer(node));
  },
};

const gap = objectOf({
  id: required(name),
  section: required(name),
  unknown: required(name),
  until_known: required(name),
  operations: list("value", text),
});

const components = objectOf({
  schemas: record("schema", schema),
  parameters: record("parameter", parameter),
  responses: record("response", response, () => undefined, nodeOfComponent),
  requestBodies: record("request body", requestBody),
  headers: record("header", header),
  examples: record("example", example),
  securitySchemes: record("security scheme", securityScheme),
  links: elsewhere,
  callbacks: elsewhere,
  pathItems: elsewhere,
});

const info = objectOf({
  title: required(name),
  version: required(text),
  summary: text,
  description: text,
  termsOfService: text,
  contact: objectOf({ name: text, url: text, email: text }),
  license: objectOf({ name: required(name), identifier: text, url: text }),
});

/** The document. Components are read after the operations that refer to them. */
export const document = objectOf({
  openapi: required(text),
  jsonSchemaDialect: dialect,
  info: required(info),
  servers: list("server", server),
  tags: list(
    "tag",
    objectOf(
      { name: required(name), description: text, externalDocs: docs },
      { named: ["tag", "name"] },
    ),
  ),
  externalDocs: docs,
  security: list("security", requirement),
  paths: required(paths),
  components,
  webhooks: elsewhere,
  "x-gaps": list("gap", gap),
});

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

/** A document that conforms to the profile, rewritten. */
export type OpenApi = TypeOf<typeof document>;
export type OpenApiPath = TypeOf<typeof path>;
export type OpenApiOperation = TypeOf<typeof operation>;
export type OpenApiParameter = TypeOf<typeof parameter>;
export type OpenApiHeader = TypeOf<typeof header>;
export type OpenApiResponse = TypeOf<typeof response>;
export type OpenApiContent = TypeOf<typeof content>;
export type OpenApiExample = TypeOf<typeof example>;
export type OpenApiRequestBody = TypeOf<typeof requestBody>;
export type OpenApiServer = TypeOf<typeof server>;
export type OpenApiSecurity = TypeOf<typeof requirement>;
