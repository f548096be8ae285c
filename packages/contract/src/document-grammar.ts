/** What an object of an OpenAPI document is. `other`: an object that holds no object of the others. `data`: any value. */
export type Kind =
  | "document"
  | "components"
  | "pathItem"
  | "operation"
  | "parameter"
  | "header"
  | "requestBody"
  | "response"
  | "mediaType"
  | "encoding"
  | "callback"
  | "example"
  | "link"
  | "securityScheme"
  | "schema"
  | "discriminator"
  | "other"
  | "data";

/** What a member holds: one object of a kind, or a map or a list of them. */
export interface Field {
  readonly kind: Kind;
  readonly shape: "one" | "map" | "list";
}

/** The fixed fields of each kind that hold objects of another kind (OpenAPI 3.1, "Schema"; JSON Schema 2020-12). */
const fields: Readonly<Partial<Record<Kind, Readonly<Record<string, Field>>>>> = {
  document: { paths: map("pathItem"), webhooks: map("pathItem"), components: one("components") },
  components: {
    schemas: map("schema"),
    responses: map("response"),
    parameters: map("parameter"),
    examples: map("example"),
    requestBodies: map("requestBody"),
    headers: map("header"),
    securitySchemes: map("securityScheme"),
    links: map("link"),
    callbacks: map("callback"),
    pathItems: map("pathItem"),
  },
  pathItem: {
    parameters: list("parameter"),
    ...each(one("operation"), ["get", "put", "post", "delete", "options", "head", "patch", "trace"]),
  },
  operation: {
    parameters: list("parameter"),
    requestBody: one("requestBody"),
    responses: map("response"),
    callbacks: map("callback"),
  },
  parameter: {
    schema: one("schema"),
    content: map("mediaType"),
    examples: map("example"),
    example: one("data"),
  },
  header: {
    schema: one("schema"),
    content: map("mediaType"),
    examples: map("example"),
    example: one("data"),
  },
  requestBody: { content: map("mediaType") },
  response: { headers: map("header"), content: map("mediaType"), links: map("link") },
  mediaType: {
    schema: one("schema"),
    examples: map("example"),
    example: one("data"),
    encoding: map("encoding"),
  },
  encoding: { headers: map("header") },
  example: { value: one("data") },
  schema: {
    ...each(map("schema"), ["properties", "patternProperties", "$defs", "dependentSchemas"]),
    ...each(list("schema"), ["allOf", "anyOf", "oneOf", "prefixItems"]),
    ...each(one("schema"), ["items", "contains", "additionalProperties", "propertyNames", "not"]),
    ...each(one("schema"), ["if", "then", "else", "unevaluatedItems", "unevaluatedProperties"]),
    discriminator: one("discriminator"),
    ...each(one("data"), ["const", "default", "enum", "example", "examples"]),
  },
};

const other = one("other");

/** What a member of an object of a kind holds. */
export function fieldOf(kind: Kind, name: string): Field {
  if (kind === "data") return one("data");
  if (kind === "callback") return one("pathItem");
  const known = fields[kind];
  return known !== undefined && Object.hasOwn(known, name) ? (known[name] ?? other) : other;
}

/** The sections of `components`, by what they hold. Path items are left out: one that is referred to is put in its place. */
export const sections: ReadonlyMap<Kind, string> = new Map(
  Object.entries(fields["components"] ?? {}).flatMap(([section, { kind }]): [Kind, string][] =>
    kind === "pathItem" ? [] : [[kind, section]],
  ),
);

function one(kind: Kind): Field {
  return { kind, shape: "one" };
}

function map(kind: Kind): Field {
  return { kind, shape: "map" };
}

function list(kind: Kind): Field {
  return { kind, shape: "list" };
}

function each(field: Field, names: readonly string[]): Record<string, Field> {
  return Object.fromEntries(names.map((name) => [name, field]));
}
