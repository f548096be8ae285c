import {
  among,
  anything,
  count,
  type Finding,
  filled,
  flag,
  list,
  map,
  matching,
  type Node,
  number,
  orReference,
  pattern,
  positive,
  type Rule,
  record,
  reference,
  refuse,
  shown,
  text,
  unsupported,
} from "./grammar.ts";
import { isObject, type JsonObject } from "./json.ts";
import { formats } from "./validator.ts";
import { isJson } from "./wire.ts";

// What a contract may use, wholly and in one place. Whatever is not in these tables is refused, so that no other code of
// this repository has a branch for it.

/** Everything in a document that is outside of the profile. */
export function outsideOfProfile(document: JsonObject): Finding[] {
  const found: Finding[] = [];
  openapi({ document, value: document, pointer: "", name: "the document", found });
  return found;
}

/** The same for each of these names. */
function each<T>(value: T, ...names: readonly string[]): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

const words: Readonly<Record<string, Rule>> = each(text, "summary", "description");

const types = ["string", "integer", "number", "boolean", "null", "object", "array"];

const type: Rule = (node) => {
  const one = among(types);
  (Array.isArray(node.value) ? list(one, undefined, true) : one)(node);
};

const schema: Rule = (node) => {
  if (typeof node.value !== "boolean") schemaObject(node);
};

const schemas = list(schema, undefined, true);

const schemaObject: Rule = record(
  {
    $ref: (node) => reference("schemas")({ ...node, name: node.name.replace("$ref of ", "") }),
    type,
    format: among(formats, "leave it out, or say it with a pattern"),
    pattern,
    multipleOf: positive,
    properties: map((node) => schema(node), "property"),
    required: list(text),
    enum: list(anything, undefined, true),
    examples: list(anything),
    ...each(anything, "const", "default"),
    ...each(count, "minItems", "maxItems", "minLength", "maxLength"),
    ...each(number, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    ...each(flag, "uniqueItems", "deprecated"),
    ...each(text, "title", "description", "$comment"),
    ...each((node) => schema(node), "additionalProperties", "items"),
    ...each((node) => schemas(node), "allOf", "oneOf", "anyOf"),
  },
  {
    instead: {
      nullable: 'add "null" to the list of its types',
      example: "use examples, which is a list",
      discriminator: "give each branch of oneOf a property with a const",
      not: "say what is allowed instead",
      contains: "use items",
      prefixItems: "use an object with a property for each item",
      $schema: "leave it out: the dialect is JSON Schema 2020-12",
      ...each("use one schema for requests and another one for responses", "readOnly", "writeOnly"),
      ...each(
        "use oneOf with a branch for each case",
        "if",
        "then",
        "else",
        "dependentRequired",
        "dependentSchemas",
      ),
      ...each(
        "use properties and additionalProperties",
        "patternProperties",
        "propertyNames",
        "unevaluatedProperties",
      ),
      ...each("put the schema under components/schemas", "$defs", "definitions"),
      ...each(
        "refer to schemas by #/components/schemas/NAME",
        "$id",
        "$anchor",
        "$dynamicRef",
        "$dynamicAnchor",
      ),
    },
  },
);

const example = record(
  { ...words, value: anything },
  { required: ["value"], instead: { externalValue: "write the value itself" } },
);

const examples = map(orReference("examples", example), "example");

const noExample = "use examples with a name for each, which ties it to a scenario";
const asText = {
  example: noExample,
  content: "use schema: it is sent as text",
  allowEmptyValue: "let the schema allow an empty text",
  allowReserved: "leave it out: reserved characters are percent-encoded",
};
const header = { description: text, required: flag, deprecated: flag, explode: flag, schema, examples };

const parameter = record(
  {
    ...header,
    name: filled,
    in: among(["path", "query", "header"], "use path, query or header"),
    style: text,
    "x-includes": map(
      matching(/^\//, "JSON Pointer into the body: write one such as /data/author"),
      "include",
    ),
  },
  { required: ["name", "in", "schema"], instead: asText, also: checkPlace },
);

/** The only style of each place. */
const styles: Readonly<Record<string, string>> = { path: "simple", query: "form", header: "simple" };

function checkPlace(node: Node): void {
  const { in: place, name, required, style, "x-includes": includes } = isObject(node.value) ? node.value : {};
  const expected = styles[String(place)];
  const at = (field: string): Node => ({ ...node, pointer: `${node.pointer}/${field}` });
  if (typeof style === "string" && style !== (expected ?? style)) {
    const advice = style === "deepObject" ? "use one query parameter for each member" : `use ${expected}`;
    unsupported(at("style"), `has style ${style}`, advice);
  }
  if (place === "path" && required !== true)
    refuse(node, "is in the path and not required: write required: true");
  if (place !== "query" && includes !== undefined)
    unsupported(at("x-includes"), "has x-includes and is not in the query", "write it on a query parameter");
  if (place === "header" && !/^[\w!#$%&'*+.^`|~-]+$/.test(String(name)))
    refuse(at("name"), "has a name that no header can have: use letters, digits and hyphens");
  if (place === "header" && /^(accept|authorization|content-type)$/i.test(String(name)))
    refuse(at("name"), "is a header that OpenAPI ignores: state it by content or by security");
}

const mediaType = record(
  { schema, examples },
  { required: ["schema"], instead: { example: noExample, encoding: "leave it out: bodies are JSON" } },
);

const content = map(mediaType, "media type", (node) => {
  if (!isJson(shown(node.value)))
    unsupported(node, "is not JSON", "use application/json or one that ends with +json");
});

const requestBody = record({ description: text, required: flag, content }, { required: ["content"] });

const headerObject = record(
  { ...header, style: among(["simple"]) },
  { required: ["schema"], instead: asText },
);

const response = record(
  { description: text, headers: map(orReference("headers", headerObject), "header"), content },
  { required: ["description"], instead: { links: "leave them out: nothing follows them" } },
);

const responses = map(orReference("responses", response), "response", (node) => {
  if (!/^[1-5]\d\d$/.test(shown(node.value)))
    unsupported(node, "is no exact status", "state each status, such as 404");
});

const security = list(
  map((node) => {
    if (!Array.isArray(node.value) || node.value.length > 0)
      unsupported(node, "has scopes", "write [], an empty list");
  }, "security requirement"),
  "security requirement",
);

const variable = record(
  { default: text, description: text, enum: list(text, undefined, true) },
  { required: ["default"] },
);

const servers = list(
  record({ url: filled, description: text, variables: map(variable, "variable") }, { required: ["url"] }),
  "server",
);

const externalDocs = record({ url: filled, description: text }, { required: ["url"] });

const parameters = list(orReference("parameters", parameter), "parameter");

const operation = record(
  {
    ...words,
    operationId: matching(/^[\w.-]+$/, "name: use letters and digits"),
    deprecated: flag,
    tags: list(text),
    externalDocs,
    servers,
    security,
    parameters,
    requestBody: orReference("requestBodies", requestBody),
    responses,
  },
  { required: ["operationId", "responses"], instead: { callbacks: "leave them out: nothing calls them" } },
);

const withoutBody: Rule = (node) => {
  operation(node);
  if (isObject(node.value) && node.value["requestBody"] !== undefined)
    refuse(
      node,
      "has a requestBody, which has no meaning here (RFC 9110, 9.3): use POST, or query parameters",
    );
};

const pathItem = record(
  {
    ...words,
    servers,
    parameters,
    ...each(operation, "post", "put", "patch"),
    ...each(withoutBody, "get", "delete"),
  },
  {
    instead: {
      ...each("use GET, POST, PUT, PATCH or DELETE", "head", "options", "trace"),
      $ref: "write the path item here",
    },
  },
);

const apiKey = record(
  { type: text, name: filled, in: among(["header"]), description: text },
  { required: ["name", "in"] },
);

const bearer = record(
  {
    type: text,
    scheme: matching(/^bearer$/i, "scheme that this kit supports: use bearer, or an apiKey in a header"),
    bearerFormat: text,
    description: text,
  },
  { required: ["scheme"] },
);

const securityScheme: Rule = (node) => {
  const kind = isObject(node.value) ? node.value["type"] : undefined;
  if (kind === "apiKey") apiKey(node);
  else if (kind === "http") bearer(node);
  else
    unsupported(
      node,
      `is of type ${shown(kind ?? null)}`,
      "use apiKey in a header, or http with the scheme bearer",
    );
};

const gap = record(
  { id: filled, section: filled, unknown: filled, until_known: filled },
  { required: ["id", "section", "unknown", "until_known"] },
);

const info = record(
  {
    ...words,
    title: filled,
    version: filled,
    termsOfService: text,
    contact: record({ name: text, url: text, email: text }),
    license: record({ name: text, identifier: text, url: text }, { required: ["name"] }),
  },
  { required: ["title", "version"] },
);

const openapi = record(
  {
    openapi: matching(/^3\.1\.\d+$/, "version that this kit supports: use 3.1.1"),
    jsonSchemaDialect: among(["https://json-schema.org/draft/2020-12/schema"]),
    info,
    servers,
    tags: list(record({ name: filled, description: text, externalDocs }, { required: ["name"] }), "tag"),
    externalDocs,
    security,
    paths: map(pathItem, "path", matching(/^\//, "path: begin it with a slash")),
    components: record({
      schemas: map(schema, "schema"),
      parameters: map(parameter, "parameter"),
      responses: map(response, "response"),
      requestBodies: map(requestBody, "request body"),
      headers: map(headerObject, "header"),
      examples: map(example, "example"),
      securitySchemes: map(securityScheme, "security scheme"),
    }),
    "x-gaps": list(gap, "gap"),
  },
  {
    required: ["openapi", "info", "paths"],
    instead: {
      webhooks: "leave them out: nothing calls them",
      swagger: "write the contract in OpenAPI 3.1",
      $ref: "write the contract in one file",
    },
  },
);
