import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  valueAt,
} from "../json.ts";
import { isJson } from "../wire.ts";
import {
  asBearer,
  movedReference,
  withCallbacks,
  withExamples,
  withLinks,
  withNamedExample,
  withNull,
  withOperationIds,
  withoutContentType,
  withoutIgnored,
  withoutNull,
  withWebhooks,
  writtenAt,
} from "./equivalents.ts";
import {
  among,
  component,
  type Finding,
  type Kind,
  leaf,
  list,
  type Node,
  notSupported,
  objectOf,
  orReference,
  record,
  report,
  required,
  type TypeOf,
} from "./kind.ts";

// Everything that a contract may use. Anything else is refused, so that no other code needs a
// branch for it.

/** What to write instead of a refused field. Default: remove it. */
export const instead: Readonly<Record<string, string>> = {
  ...alike(
    "use oneOf with a branch for each case",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
  ),
  ...alike(
    "refer to schemas by #/components/schemas/NAME",
    "$id",
    "$anchor",
    "$dynamicRef",
    "$dynamicAnchor",
  ),
  ...alike("use GET, POST, PUT, PATCH or DELETE", "head", "options", "trace"),
  unevaluatedProperties: "use properties and additionalProperties",
  encoding: "remove it: bodies are JSON",
  $ref: "write the object itself here, in this file",
  externalValue: "write the value itself",
  "x-gaps": "write it at the root",
  "x-includes": "write it on a query parameter",
  "x-identifies": "write it on a path parameter",
  content: "use schema: it is sent as a string",
  contains: "use items",
  prefixItems: "use an object with a property for each item",
};

function alike(advice: string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, advice]));
}

function is<T extends JsonValue>(
  isRight: (value: JsonValue) => boolean,
  expected: string,
): Kind<T> {
  return leaf((value) => {
    if (isRight(value)) return undefined;
    return value === null ? `is empty: write ${expected}` : `is not ${expected}: write one`;
  });
}

function matches(form: RegExp): (value: JsonValue) => boolean {
  return (value) => typeof value === "string" && form.test(value);
}

/** An annotation: kept, and not read by any code. */
export const annotation = leaf<JsonValue>(() => undefined);
/** Dropped: a description states it, or it has become a component. */
export const elsewhere: Kind<undefined> = { read: () => undefined };

const any = leaf<JsonValue>(() => undefined);
const text = is<string>(
  (value) => typeof value === "string",
  "a string, in quotes if it looks like a number",
);
const name = is<string>(matches(/\S/), "a string, in quotes if it looks like a number");
const flag = is<boolean>((value) => typeof value === "boolean", "true or false");
const number = is<number>((value) => typeof value === "number", "a number");
const positive = is<number>(
  (value) => Number(value) > 0 && typeof value === "number",
  "a number above 0",
);
const count = is<number>(
  (value) => Number.isInteger(value) && Number(value) >= 0,
  "a whole number from 0",
);
const bodyPointer = is<string>(
  matches(/^\//),
  "a JSON Pointer into the body, such as /data/author",
);

const type = leaf<JsonValue>((value) => {
  const types = ["string", "integer", "number", "boolean", "null", "object", "array"];
  const listed: readonly JsonValue[] = Array.isArray(value) && value.length > 0 ? value : [value];
  const odd = listed.find((each) => !types.includes(String(each)) || typeof each !== "string");
  if (odd === undefined) return undefined;
  const advice = "use string, integer, number, boolean, null, object or array";
  return `is ${typeof odd === "string" ? odd : JSON.stringify(odd)}, ${notSupported(advice)}`;
});

/** What is wrong with a pattern. */
function patternProblem(value: JsonValue, { gathered }: Node): string | undefined {
  if (typeof value !== "string") return "is not a string: write one";
  try {
    new RegExp(value, "u");
  } catch (error) {
    return `is not a regular expression (ECMA-262, with the flag u): ${String(error).replace(/^.*\/u?: /, "")}`;
  }
  return gathered.slowness(value);
}

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

const example = objectOf({ value: required(any), summary: text, description: text });
const examples = record("example", orReference("examples", example));

const dialect = among([
  "https://spec.openapis.org/oas/3.1/dialect/base",
  "https://json-schema.org/draft/2020-12/schema",
]);
const schemaComponent = component("schemas");
const schemaReference: Kind<string> = {
  read: (node) => movedReference(node) ?? schemaComponent.read(node),
};

const schemaFields = {
  // Dropped, because Ajv knows no dialect by its name.
  $schema: { read: (node: Node) => void dialect.read(node) },
  $ref: schemaReference,
  type,
  nullable: flag,
  enum: list("constant", any, true),
  const: any,
  properties: record("property", lazySchema()),
  required: list("value", text),
  additionalProperties: lazySchema(),
  patternProperties: record("pattern", lazySchema(), patternProblem),
  propertyNames: lazySchema(),
  minProperties: count,
  maxProperties: count,
  items: lazySchema(),
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  minLength: count,
  maxLength: count,
  pattern: leaf<string>(patternProblem),
  format: text,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: positive,
  allOf: list("branch", lazySchema(), true),
  oneOf: list("branch", lazySchema(), true),
  anyOf: list("branch", lazySchema(), true),
  not: lazySchema(),
  default: any,
  example: any,
  examples: list("any", any),
  title: text,
  description: text,
  deprecated: flag,
  ...annotations(
    "$comment",
    "readOnly",
    "writeOnly",
    "externalDocs",
    "xml",
    "discriminator",
    "contentMediaType",
    "contentEncoding",
    "contentSchema",
  ),
  $defs: elsewhere,
  definitions: elsewhere,
};
const schemaObject = objectOf(schemaFields, {
  rewrite: (value, node) => withNull(withExamples(value, node), node),
});

/** Schemas contain schemas, so the kind refers to itself. */
function lazySchema(): Kind<JsonSchema> {
  return {
    read: (node) => (typeof node.value === "boolean" ? node.value : schemaObject.read(node)),
  };
}
const schema = lazySchema();

function annotations<N extends string>(...names: readonly N[]): Record<N, Kind<JsonValue>> {
  return Object.fromEntries(names.map((each) => [each, annotation])) as Record<N, Kind<JsonValue>>;
}

const mediaType = objectOf(
  { schema, example: any, examples },
  { rewrite: (value, node) => withNamedExample({ schema: true, ...value }, node) },
);
const content = record("media type", mediaType, (essence) =>
  isJson(essence)
    ? undefined
    : `is not JSON, ${notSupported("use application/json or one that ends with +json")}`,
);

const shared = {
  schema: required(schema),
  description: text,
  required: flag,
  deprecated: flag,
  explode: flag,
  example: any,
  examples,
};
const asParameter = <T extends { readonly schema: JsonSchema }>(value: T, node: Node): T =>
  withNamedExample(withoutNull(value, node), node);
const header = objectOf({ ...shared, style: among(["simple"]) }, { rewrite: asParameter });
const parameter = objectOf(
  {
    ...shared,
    name: required(name),
    in: required(among(["path", "query", "header"])),
    style: text,
    allowEmptyValue: annotation,
    "x-includes": record("include", bodyPointer),
    "x-identifies": bodyPointer,
  },
  {
    labelOf: labelOfName,
    check: checkPlace,
    rewrite: asParameter,
  },
);
const allParameters = list("parameter", orReference("parameters", parameter));
const parameters: typeof allParameters = {
  read: (node) => withoutIgnored(allParameters.read(node), node),
};

const requestBody = objectOf({ content: required(content), description: text, required: flag });
const headers = record("header", orReference("headers", header));
const response = objectOf(
  {
    description: required(text),
    headers: { read: (node: Node) => withoutContentType(headers.read(node)) },
    content,
    links: elsewhere,
  },
  { rewrite: withLinks },
);
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
  { labelOf: labelOfName, rewrite: withCallbacks },
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
const document = objectOf(
  {
    openapi: required(text),
    jsonSchemaDialect: dialect,
    info: required(info),
    servers: list("server", server),
    tags: list(
      "tag",
      objectOf(
        { name: required(name), description: text, externalDocs: docs },
        { labelOf: labelOfName },
      ),
    ),
    externalDocs: docs,
    security: list("security", requirement),
    paths: required({ read: (node: Node) => withOperationIds(paths.read(node), node) }),
    components,
    webhooks: elsewhere,
    "x-gaps": list("gap", gap),
  },
  { rewrite: withWebhooks },
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
export type OpenApiSecurityScheme = TypeOf<typeof securityScheme>;
export type OpenApiServer = TypeOf<typeof server>;
export type OpenApiSecurity = TypeOf<typeof requirement>;

/** A document that was checked against the profile. */
export interface ReadDocument {
  /** Rewritten. It has its type only if there are no findings. */
  readonly document: OpenApi;
  readonly findings: readonly Finding[];
  /** The original place of a JSON Pointer of the document. */
  writtenAt(pointer: string): string;
}

/**
 * Checks a document against the profile, and rewrites what has an equivalent in it.
 *
 * @param slowness - What is wrong with a regular expression that takes too long. `undefined`:
 * nothing.
 */
export function readDocument(
  given: JsonObject,
  slowness: (pattern: string) => string | undefined,
): ReadDocument {
  const findings: Finding[] = [];
  const written = new Map<string, string>();
  const node: Node = {
    gathered: {
      document: given,
      findings,
      written,
      moved: new Map(),
      successes: new Set(),
      instead,
      slowness,
    },
    value: given,
    pointer: "",
    label: "the document",
    example: "example",
  };
  const other = otherKind(given);
  if (other !== undefined) report(node, ...other);
  const read = other === undefined ? withMoved(document.read(node), node) : ({} as OpenApi);
  return { document: read, findings, writtenAt: (pointer) => writtenAt(written, pointer) };
}

/** A document with schemas from elsewhere as components. */
function withMoved(read: OpenApi, root: Node): OpenApi {
  const { gathered } = root;
  if (gathered.moved.size === 0) return read;
  const known = new Set(gathered.findings.map(({ pointer }) => pointer));
  const findings: Finding[] = [];
  const schemas: Record<string, JsonSchema> = {};
  // Their own references are found on the way.
  for (const [pointer, name] of gathered.moved) {
    const value = valueAt(gathered.document, pointer) ?? null;
    const label = `schema "${name}"`;
    schemas[name] = schema.read({
      ...root,
      gathered: { ...gathered, findings },
      value,
      pointer,
      label,
    });
    gathered.written.set(appendPointer("/components/schemas", name), pointer);
  }
  gathered.findings.push(...findings.filter(({ pointer }) => !known.has(pointer)));
  const { components } = read;
  return {
    ...read,
    components: { ...components, schemas: { ...components?.schemas, ...schemas } },
  };
}

/** For a document of another kind or version, report nothing else. */
function otherKind(given: JsonObject): readonly [problem: string, ...below: string[]] | undefined {
  const field = given["openapi"] === undefined ? "swagger" : "openapi";
  const version = given[field];
  if (version === undefined && given["paths"] === undefined)
    return ["has neither openapi nor paths: this is not an OpenAPI contract"];
  if (version === undefined || matches(/^3\.1\.\d+$/)(version)) return undefined;
  const advices: readonly (readonly [RegExp, string])[] = [
    [/^3\.1$/, 'write the whole of it, in quotes: "3.1.1"'],
    [
      /^3\.0/,
      "convert it to 3.1.1: exclusiveMinimum becomes a number; nullable and example may stay",
    ],
    [/^2/, "convert it to 3.1.1"],
  ];
  const [, advice = "write it in 3.1.1"] =
    advices.find(([form]) => form.test(String(version))) ?? [];
  return [`is OpenAPI ${JSON.stringify(version)}, ${notSupported(advice)}`, field];
}

/** `parameter 3 of …`, or its name if it has one. */
function labelOfName({ name, operationId }: JsonObject, label: string): string {
  if (typeof operationId === "string") return `operation "${operationId}"`;
  return typeof name === "string"
    ? label.replace(/^(parameter|tag) (\d|").*/, `$1 "${name}"`)
    : label;
}

/** The only supported style of each place. */
const styles: Readonly<Record<string, string>> = {
  path: "simple",
  query: "form",
  header: "simple",
};

/** Checks what a parameter may be in its place. */
function checkPlace(node: Node, value: JsonObject): void {
  const { in: place, name, required, style } = value;
  const { "x-identifies": identifies, "x-includes": includes } = value;
  const expected = styles[String(place)];
  if (style !== undefined && expected !== undefined && style !== expected) {
    const advice =
      style === "deepObject" ? "use one query parameter for each member" : `use ${expected}`;
    report(node, `has style ${String(style)}, ${notSupported(advice)}`, "style");
  }
  if (place === "path" && required !== true)
    report(node, "is in the path and not required: write required: true", "required");
  if (place !== "query" && includes !== undefined)
    report(
      node,
      "has x-includes and is not in the query: write it on a query parameter",
      "x-includes",
    );
  if (place !== "path" && identifies !== undefined)
    report(
      node,
      "has x-identifies and is not in the path: write it on a path parameter",
      "x-identifies",
    );
  if (place === "header" && !/^[\w!#$%&'*+.^`|~-]+$/.test(String(name)))
    report(node, "has a name that no header can have: use letters, digits and hyphens", "name");
}
