import { isJson } from "../http.ts";
import { appendPointer, isObject, type JsonValue, valueAt } from "../json.ts";
import { locations } from "../wire/locations.ts";
import { undeclaredScheme } from "./contract-error.ts";
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
  tolerate,
  type UnlocatedProblem,
  valueText,
} from "./kind.ts";
import {
  asBearer,
  withJson,
  withNamedExample,
  withOperationId,
  withoutContentType,
  withoutFollowing,
  withoutIgnoredBody,
} from "./normalize.ts";
import { example, examples, header, parameter, parameters } from "./parameter.ts";
import { pointerOfPlace } from "./places.ts";
import { orReference, withTarget } from "./references.ts";
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
const content = record("media type", mediaType);

/** A body: JSON, and media types of which nothing more is checked. */
const bodyContent: typeof content = (given) => {
  const node = withTarget(given);
  if (!isObject(node.value) || node.value["$ref"] !== undefined) return content(node);
  const members = Object.entries(node.value);
  const described = members.filter(([name]) => isJson(name));
  const others = members.filter(([name]) => !isJson(name));
  const read = content({ ...node, value: Object.fromEntries(described) });
  const undescribed = others.map(([name, value]) => [
    name,
    unchecked(mediaType, childOf(node, name, value, `media type "${name}"`)),
  ]);
  return { ...read, ...Object.fromEntries(undescribed) };
};

/** What is read as far as it conforms to the profile, without problems. */
function unchecked(read: typeof mediaType, node: DocumentNode): ReturnType<typeof mediaType> {
  const { value } = node;
  const parts = isObject(value) ? value : {};
  const kept = Object.entries(parts).filter(([name, part]) => {
    const context = { ...node.context, problems: [], needs: new Map<string, string>() };
    read({ ...node, context, value: { [name]: part } });
    return context.problems.length === 0;
  });
  const context = { ...node.context, problems: [], needs: new Map<string, string>() };
  return read({ ...node, context, value: Object.fromEntries(kept) });
}

const requestBody = objectOf(
  {},
  { content: bodyContent, description: text, required: flag },
  { prepare: withJson },
);
const headers = record("header", orReference("headers", header), (name) =>
  locations.header.nameProblem(name),
);
const response = objectOf(
  { description: text },
  {
    headers: (node) => withoutContentType(headers(node)),
    content: bodyContent,
    links: dropped,
  },
  { prepare: (value, node) => withJson({ description: "", ...value }, node) },
);
const responses = record("response", orReference("responses", response), (status) =>
  /^([2-5]\d\d|[2-5]XX|default)$/.test(status)
    ? undefined
    : `is not a status, ${notSupported("state each, such as 404, or 4XX, 5XX and default")}`,
);

const apiKey = objectOf(
  { type: among(["apiKey"]), in: among(["header", "query", "cookie"]), name },
  { description: text },
  {
    rewrite: (value, node) => {
      const problem = locations[value.in]?.nameProblem(value.name);
      if (problem !== undefined) addProblem(node, problem, "name");
      return value;
    },
  },
);
const otherSchemes = "use bearer or basic, or an apiKey";
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
  const advice = "use apiKey, or http with the scheme bearer or basic";
  addProblem(node, `has type ${valueText(type)}, ${notSupported(advice)}`, "type");
  return {} as SecurityScheme;
};

const scopes = record("scopes", list("scope", text));
/** The scopes of the security schemes that are sent together. */
const requirement: typeof scopes = (node) => {
  const read = scopes(node);
  for (const name of Object.keys(read))
    node.context.needs.set(appendPointer(node.pointer, name), pointerOfScheme(name));
  return read;
};

const requirements = list("security", requirement);
/**
 * Without what needs an unsupported security scheme, if another requirement does not. A scheme that
 * is not declared leaves open which credentials are right: none are checked.
 */
const security: typeof requirements = (node) => {
  const items: readonly JsonValue[] = Array.isArray(node.value) ? node.value : [];
  const undeclared = items.flatMap((each, index) =>
    schemesOf(each)
      .filter((name) => valueAt(node.context.document, pointerOfScheme(name)) === undefined)
      .map((name) => ({ name, index })),
  );
  for (const { index, name } of undeclared) reportUndeclared(node, index, name);
  if (undeclared.length > 0) return [];
  const isUsable = (each: JsonValue): boolean =>
    schemesOf(each).every((name) => !isUnsupported(node, name));
  if (!items.some(isUsable)) return requirements(node);
  return requirements({ ...node, value: filtered(items, node, isUsable) });
};

function reportUndeclared(node: DocumentNode, index: number, name: string): void {
  const pointer = appendPointer(node.pointer, index, name);
  const message =
    `security names ${name}, which components/securitySchemes does not have, so that no ` +
    "credentials are checked: add it";
  node.context.problems.push({ message, pointer, kind: undeclaredScheme, isTolerated: true });
}

function schemesOf(requirement: JsonValue): string[] {
  return Object.keys(isObject(requirement) ? requirement : {});
}

function pointerOfScheme(name: string): string {
  return appendPointer("/components/securitySchemes", name);
}

/** Whether a security scheme is declared, and none of the profile. */
function isUnsupported({ context, schemaDepth }: DocumentNode, name: string): boolean {
  const problems: UnlocatedProblem[] = [];
  const pointer = pointerOfScheme(name);
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

/** A part of the document itself. */
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
