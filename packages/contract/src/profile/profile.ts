import { isJson } from "../http.ts";
import { appendPointer, isObject, type JsonValue, valueAt } from "../json.ts";
import {
  addProblem,
  among,
  childOf,
  type DocumentNode,
  type Kind,
  leaf,
  list,
  notSupported,
  objectOf,
  record,
  type UnlocatedProblem,
  valueText,
} from "./kind.ts";
import {
  asBearer,
  withDescribedBody,
  withJson,
  withNamedExample,
  withOperationId,
  withoutContentType,
  withoutIgnoredBody,
} from "./normalize.ts";
import { example, examples, header, headerProblem, parameter, parameters } from "./parameter.ts";
import { orReference } from "./references.ts";
import {
  annotation,
  any,
  dialect,
  dropped,
  flag,
  matches,
  name,
  schema,
  schemaObject,
  text,
} from "./schema.ts";
import { filtered } from "./source-pointers.ts";

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

const mediaType = objectOf(
  {},
  { schema, example: any, examples },
  {
    prepare: ({ schema: given = true, ...rest }, node) => {
      // No validator tells them apart, and not every generator knows the boolean.
      const schema = given === true ? {} : given;
      return withNamedExample({ schema, ...rest }, node);
    },
  },
);
const content = record("media type", mediaType, (essence) =>
  isJson(essence)
    ? undefined
    : `is not JSON, ${notSupported("use application/json or one that ends with +json")}`,
);

const requestBody = objectOf(
  { content },
  { description: text, required: flag },
  { prepare: withJson },
);
const headers = record("header", orReference("headers", header), headerProblem);
const response = objectOf(
  { description: text },
  {
    headers: (node) => withoutContentType(headers(node)),
    content,
    links: dropped,
  },
  { prepare: withDescribedBody },
);
const responses = record("response", orReference("responses", response), (status) =>
  /^([2-5]\d\d|[45]XX|default)$/.test(status)
    ? undefined
    : `is not a status, ${notSupported("state each, such as 404, or 4XX, 5XX and default")}`,
);

const apiKey = objectOf(
  { type: among(["apiKey"]), in: among(["header"]), name: leaf<string>(headerProblem) },
  { description: text },
);
const otherSchemes = "use bearer or basic, or an apiKey in a header";
const http = objectOf(
  {
    type: among(["http"]),
    scheme: leaf<string>((value) =>
      matches(/^(bearer|basic)$/i)(value)
        ? undefined
        : `is ${valueText(value)}, ${notSupported(otherSchemes)}`,
    ),
  },
  { bearerFormat: text, description: text },
);
type SecurityScheme = ReturnType<typeof apiKey> | ReturnType<typeof http>;
const securityScheme: Kind<SecurityScheme> = (node) => {
  const { type } = isObject(node.value) ? node.value : {};
  if (type === "apiKey") return apiKey(node);
  if (type === undefined || /^(http|oauth2|openIdConnect)$/.test(String(type)))
    return http(asBearer(node));
  const advice = "use apiKey in a header, or http with the scheme bearer or basic";
  addProblem(node, `has type ${valueText(type)}, ${notSupported(advice)}`, "type");
  return {} as SecurityScheme;
};

const scopes = record("scopes", list("scope", text));
/** The scopes of the security schemes that are sent together. */
const requirement: typeof scopes = (node) => {
  const read = scopes(node);
  const { document: given } = node.context;
  for (const name of Object.keys(read)) {
    const scheme = appendPointer("/components/securitySchemes", name);
    node.context.needs.set(appendPointer(node.pointer, name), scheme);
    if (valueAt(given, scheme) === undefined)
      addProblem(
        childOf(node, name, null, "security"),
        `names ${name}, which components/securitySchemes does not have: add it`,
      );
  }
  return read;
};

const requirements = list("security", requirement);
/** Without what needs an unsupported security scheme, if another requirement does not. */
const security: typeof requirements = (node) => {
  const items: readonly JsonValue[] = Array.isArray(node.value) ? node.value : [];
  const isUsable = (each: JsonValue): boolean =>
    Object.keys(each ?? {}).every((name) => !isUnsupported(node, name));
  if (!items.some(isUsable)) return requirements(node);
  return requirements({ ...node, value: filtered(items, node, isUsable) });
};

/** Whether a security scheme is declared, and none of the profile. */
function isUnsupported({ context, schemaDepth }: DocumentNode, name: string): boolean {
  const problems: UnlocatedProblem[] = [];
  const pointer = appendPointer("/components/securitySchemes", name);
  const value = valueAt(context.document, pointer);
  if (value === undefined) return false;
  securityScheme({ context: { ...context, problems }, value, pointer, label: name, schemaDepth });
  return problems.length > 0;
}

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
  },
);
const paths = record("path", path, (template) => {
  if (!template.startsWith("/")) return "does not begin with a slash: add one";
  if (/[?#\s]/.test(template))
    return "has a query, a fragment or a space, which no path has: remove it";
  if (!/^([^{}]|\{[^{}]+\})*$/.test(template)) return "has a brace too many: write {name}";
  return undefined;
});

/** A JSON Pointer of the document itself. */
const place = leaf<string>((value, { context }) =>
  typeof value === "string" && /^\//.test(value) && valueAt(context.document, value) !== undefined
    ? undefined
    : `is ${JSON.stringify(value)}, which is no JSON Pointer to a part of the document: correct it`,
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

const info = objectOf(
  { title: name, version: text },
  {
    summary: text,
    description: text,
    termsOfService: text,
    contact: annotation,
    license: annotation,
  },
  { isOpen: true },
);
const tag = objectOf(
  { name },
  { description: text, externalDocs: annotation },
  { isOpen: true, named: ["tag", "name"] },
);

/** The document. Components are read after the operations that refer to them. */
export const document = objectOf(
  { openapi: text, info, paths },
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
    rewrite: (value, { context }) => (context.is30 ? { ...value, openapi: "3.1.1" } : value),
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
