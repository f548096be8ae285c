import { ContractError, type Problem } from "./contract-error.ts";
import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "./json.ts";
import type { SourceLocation } from "./model.ts";
import { facetsOf, itemPlaces, placeAt, typesOf } from "./places.ts";
import { formats } from "./validator.ts";
import { isJson } from "./wire.ts";

// What a contract may use, wholly and in one place. Whatever is not in these tables is refused, so that no other code of
// this repository has a branch for it.

/**
 * Holds a document to the profile.
 *
 * @throws {ContractError} Everything that is outside of it, with what to write instead.
 */
export function assertProfile(document: JsonObject, locate: (pointer: string) => SourceLocation): void {
  const found: { message: string; pointer: string }[] = [];
  const report: Report = (message, pointer) => found.push({ message, pointer });
  openapi({ document, report }, document, "", "the document");
  // References that lead nowhere would be followed by what comes next.
  if (found.length === 0) checkOperations(document, report);
  if (found.length === 0) return;
  throw new ContractError(
    found.map(({ message, pointer }): Problem => ({ message, location: locate(pointer) })),
  );
}

type Report = (message: string, pointer: string) => void;

interface Scope {
  readonly document: JsonObject;
  readonly report: Report;
}

/** Looks at a value of the document. `what` names it in messages. */
type Rule = (scope: Scope, value: JsonValue, pointer: string, what: string) => void;

const text: Rule = ({ report }, value, pointer, what) => {
  if (typeof value !== "string") report(`${what} is not a text: write one`, pointer);
};

const flag: Rule = ({ report }, value, pointer, what) => {
  if (typeof value !== "boolean") report(`${what} is neither true nor false: write one of them`, pointer);
};

const number: Rule = ({ report }, value, pointer, what) => {
  if (typeof value !== "number") report(`${what} is not a number: write one`, pointer);
};

const count: Rule = ({ report }, value, pointer, what) => {
  if (!Number.isInteger(value) || Number(value) < 0)
    report(`${what} is not a whole number from 0: write one`, pointer);
};

const anything: Rule = () => undefined;

/** One of these texts; the advice says what to write in place of another. */
function among(allowed: readonly string[], advice = `use ${allowed.join(" or ")}`): Rule {
  return ({ report }, value, pointer, what) => {
    if (!allowed.some((each) => each === value))
      report(`${what} is ${shown(value)}, ${unsupported}: ${advice}`, pointer);
  };
}

const unsupported = "which this kit does not support";

function shown(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function list(rule: Rule, itemName: string): Rule {
  return (scope, value, pointer, what) => {
    if (!Array.isArray(value)) return scope.report(`${what} is not a list: write one`, pointer);
    value.forEach((item: JsonValue, index) =>
      rule(scope, item, appendPointer(pointer, index), `${itemName} ${index + 1}`),
    );
  };
}

/** An object whose members all follow one rule. `checkName` looks at their names. */
function map(rule: Rule, memberName: string, checkName: Rule = anything): Rule {
  return (scope, value, pointer, what) => {
    if (!isObject(value)) return scope.report(`${what} is not an object: write one`, pointer);
    for (const [name, member = null] of Object.entries(value)) {
      const at = appendPointer(pointer, name);
      checkName(scope, name, at, memberName);
      rule(scope, member, at, `${memberName} "${name}"`);
    }
  };
}

interface Fields {
  readonly required?: readonly string[];
  readonly fields: Readonly<Record<string, Rule>>;
  /** What to write in place of a field that is refused, by its name. Otherwise it is to be left out. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Looks at the object as a whole. */
  readonly also?: Rule;
}

/** An object with fixed fields. Extensions (`x-…`) are annotations, except where a rule is given for them. */
function record({ required = [], fields, instead = {}, also = anything }: Fields): Rule {
  return (scope, value, pointer, what) => {
    if (!isObject(value)) return scope.report(`${what} is not an object: write one`, pointer);
    const name = nameOf(value, what);
    for (const field of required) {
      if (value[field] === undefined) scope.report(`${name} has no ${field}: add it`, pointer);
    }
    for (const [field, member = null] of Object.entries(value)) {
      const at = appendPointer(pointer, field);
      const rule = Object.hasOwn(fields, field) ? fields[field] : undefined;
      if (rule !== undefined) rule(scope, member, at, `${field} of ${name}`);
      else if (field.startsWith("x-") && !reserved.has(field)) continue;
      else scope.report(`${name} has ${field}, ${unsupported}: ${instead[field] ?? "leave it out"}`, at);
    }
    also(scope, value, pointer, name);
  };
}

/** The extensions that mean something to this kit, each in one place only. */
const reserved = new Set(["x-gaps", "x-includes"]);

/** `parameter 3` is called by its name in messages, where it has one. */
function nameOf({ name, operationId }: JsonObject, what: string): string {
  if (typeof operationId === "string") return `operation "${operationId}"`;
  return typeof name === "string" ? `${what.replace(/ \d+$/, "")} "${name}"` : what;
}

/** An object, or a `$ref` to a component of this kind. */
function orReference(kind: string, rule: Rule): Rule {
  return (scope, value, pointer, what) => {
    const reference = isObject(value) ? value["$ref"] : undefined;
    if (reference === undefined) return rule(scope, value, pointer, what);
    checkReference(scope, reference, appendPointer(pointer, "$ref"), what, `#/components/${kind}/`);
  };
}

function checkReference(
  scope: Scope,
  reference: JsonValue,
  pointer: string,
  what: string,
  prefix: string,
): void {
  if (typeof reference !== "string" || !reference.startsWith(prefix)) {
    scope.report(
      `${what} refers to ${shown(reference)}, ${unsupported}: refer to ${prefix}… of the same file`,
      pointer,
    );
  } else if (valueAt(scope.document, pointerOfReference(reference)) === undefined) {
    scope.report(
      `${what} refers to ${reference}, which is not there: correct the name or add the component`,
      pointer,
    );
  }
}

const types = ["string", "integer", "number", "boolean", "null", "object", "array"];

const schema: Rule = (scope, value, pointer, what) => {
  if (typeof value !== "boolean") schemaObject(scope, value, pointer, what);
};

const schemas: Rule = (scope, value, pointer, what) => {
  if (!Array.isArray(value) || value.length === 0)
    return scope.report(`${what} is not a list of schemas: write one`, pointer);
  list(schema, "schema")(scope, value, pointer, what);
};

const schemaObject: Rule = (scope, value, pointer, what) =>
  record({
    fields: {
      $ref: (inner, reference, at) => checkReference(inner, reference, at, what, "#/components/schemas/"),
      type: (inner, type, at) => list(among(types), "type")(inner, [type].flat(), at, `type of ${what}`),
      enum: list(anything, "value"),
      const: anything,
      properties: map(schema, "property"),
      required: list(text, "name"),
      additionalProperties: schema,
      items: schema,
      minItems: count,
      maxItems: count,
      uniqueItems: flag,
      minLength: count,
      maxLength: count,
      pattern,
      format: among(formats, "leave it out, or say it with a pattern"),
      minimum: number,
      maximum: number,
      exclusiveMinimum: number,
      exclusiveMaximum: number,
      multipleOf: positive,
      allOf: schemas,
      oneOf: schemas,
      anyOf: schemas,
      title: text,
      description: text,
      default: anything,
      examples: list(anything, "example"),
      deprecated: flag,
      $comment: text,
    },
    instead: {
      nullable: 'add "null" to the list of its types',
      example: "use examples, which is a list",
      discriminator: "give each branch of oneOf a property with a const",
      readOnly: "use one schema for requests and another one for responses",
      writeOnly: "use one schema for requests and another one for responses",
      not: "say what is allowed instead",
      if: "use oneOf with a branch for each case",
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema, and refused here.
      then: "use oneOf with a branch for each case",
      else: "use oneOf with a branch for each case",
      patternProperties: "use additionalProperties",
      propertyNames: "use properties and additionalProperties",
      unevaluatedProperties: "use additionalProperties",
      dependentRequired: "use oneOf with a branch for each case",
      dependentSchemas: "use oneOf with a branch for each case",
      contains: "use items",
      prefixItems: "use an object with a property for each item",
      $defs: "put the schema under components/schemas",
      $id: "refer to schemas by #/components/schemas/…",
      $anchor: "refer to schemas by #/components/schemas/…",
      $dynamicRef: "use $ref",
      $schema: "leave it out: the dialect is JSON Schema 2020-12",
      definitions: "put the schema under components/schemas",
    },
    also: checkEnding,
  })(
    scope,
    value,
    pointer,
    isObject(value) && what.startsWith("schema of") ? what : `schema ${lastTokens(pointer)}`,
  );

function lastTokens(pointer: string): string {
  const tokens = pointer
    .split("/")
    .filter((token) => token !== "" && token !== "properties" && token !== "schema");
  return `"${tokens.at(-1) ?? ""}"`;
}

function pattern({ report }: Scope, value: JsonValue, pointer: string, what: string): void {
  if (typeof value !== "string") return report(`${what} is not a text: write one`, pointer);
  try {
    new RegExp(value, "u");
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*\/u?: /, "") : String(error);
    report(`${what} is no regular expression (ECMA-262, with the flag u): ${reason}`, pointer);
  }
}

function positive({ report }: Scope, value: JsonValue, pointer: string, what: string): void {
  if (typeof value !== "number" || value <= 0) report(`${what} is not a number above 0: write one`, pointer);
}

/** A schema that leads back to itself without looking into a value says nothing, and never ends. */
function checkEnding({ document, report }: Scope, value: JsonValue, pointer: string, what: string): void {
  if (!isObject(value) || !pointer.startsWith("/components/schemas/") || pointer.split("/").length !== 4)
    return;
  const isLoop = (at: string, seen: readonly string[]): boolean => {
    if (seen.includes(at)) return at === pointer;
    const { schema: found } = placeAt(document, at);
    if (!isObject(found)) return false;
    const reference = found["$ref"];
    const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
      const branches = found[keyword];
      return Array.isArray(branches) ? branches.map((_, index) => appendPointer(at, keyword, index)) : [];
    });
    const next = typeof reference === "string" ? [pointerOfReference(reference), ...parts] : parts;
    return next.some((each) => isLoop(each, [...seen, at]));
  };
  if (isLoop(pointer, []))
    report(`${what} leads back to itself: let it go through a property or an item`, pointer);
}

const example = record({
  required: ["value"],
  fields: { summary: text, description: text, value: anything },
  instead: { externalValue: "write the value itself" },
});

const examples = map(orReference("examples", example), "example");

const noFields = {
  example: "use examples with a name for each, which ties it to a scenario",
  content: "use schema: it is sent as text",
  allowEmptyValue: "let the schema allow an empty text",
  allowReserved: "leave it out: reserved characters are percent-encoded",
};

/** The only style of each place. */
const styles: Readonly<Record<string, string>> = { path: "simple", query: "form", header: "simple" };

const parameter = record({
  required: ["name", "in", "schema"],
  fields: {
    name: text,
    in: among(["path", "query", "header"], "use path, query or header"),
    description: text,
    required: flag,
    deprecated: flag,
    style: text,
    explode: flag,
    schema,
    examples,
    "x-includes": map(includeTarget, "include"),
  },
  instead: noFields,
  also: checkParameter,
});

function checkParameter(scope: Scope, value: JsonValue, pointer: string, what: string): void {
  if (!isObject(value)) return;
  const { in: place, style, required, name } = value;
  const expected = styles[String(place)];
  if (typeof style === "string" && expected !== undefined && style !== expected) {
    const advice = style === "deepObject" ? "use one query parameter for each member" : `use ${expected}`;
    scope.report(`${what} has style ${style}, ${unsupported}: ${advice}`, appendPointer(pointer, "style"));
  }
  if (place === "path" && required !== true)
    scope.report(`${what} is in the path and not required: write required: true`, pointer);
  if (value["x-includes"] !== undefined && place !== "query")
    scope.report(
      `${what} has x-includes and is not in the query: only a query parameter has them`,
      `${pointer}/x-includes`,
    );
  if (place === "header" && ["accept", "authorization", "content-type"].includes(String(name).toLowerCase()))
    scope.report(`${what} is a header that OpenAPI ignores: state it by content or by security`, pointer);
  checkWireSchema(scope, pointer, what);
}

function includeTarget({ report }: Scope, value: JsonValue, pointer: string, what: string): void {
  if (typeof value !== "string" || !value.startsWith("/"))
    report(`${what} is no JSON Pointer into the body: write one such as /data/relationships/author`, pointer);
}

/** What travels as text is a primitive or a list of primitives. */
function checkWireSchema({ document, report }: Scope, pointer: string, what: string): void {
  const place = placeAt(document, `${pointer}/schema`);
  if (place.schema === true && valueAt(document, `${pointer}/schema`) !== true) return;
  const problem = wireProblem(document, place);
  if (problem !== undefined) report(`${what} ${problem}, ${unsupported}: ${wireAdvice}`, place.pointer);
}

const wireAdvice = "state by type that it is a primitive or a list of primitives";

function wireProblem(document: JsonObject, place: ReturnType<typeof placeAt>): string | undefined {
  const found = typesOf(document, [place]);
  if (found.includes("object")) return "may be an object";
  if (!found.includes("array")) return undefined;
  if (found.length > 1) return "may be a list or something else";
  const items = typesOf(document, itemPlaces(facetsOf(document, [place])));
  return items.some((type) => type === "object" || type === "array")
    ? "may be a list of objects or lists"
    : undefined;
}

const header = record({
  required: ["schema"],
  fields: {
    description: text,
    required: flag,
    deprecated: flag,
    style: among(["simple"]),
    explode: flag,
    schema,
    examples,
  },
  instead: noFields,
  also: (scope, _, pointer, what) => {
    checkWireSchema(scope, pointer, what);
    const found = typesOf(scope.document, [placeAt(scope.document, `${pointer}/schema`)]);
    if (found.join() === "array")
      scope.report(`${what} is a list, ${unsupported}: use a text`, `${pointer}/schema`);
  },
});

const mediaType = record({
  required: ["schema"],
  fields: { schema, examples },
  instead: { example: noFields.example, encoding: "leave it out: bodies are JSON" },
});

const content = map(mediaType, "media type", ({ report }, name, pointer, what) => {
  if (!isJson(String(name)))
    report(
      `${what} ${String(name)} is not JSON, ${unsupported}: use application/json or one that ends with +json`,
      pointer,
    );
});

const requestBody = record({ required: ["content"], fields: { description: text, required: flag, content } });

const response = record({
  required: ["description"],
  fields: { description: text, headers: map(orReference("headers", header), "header"), content },
  instead: { links: "leave them out: nothing follows them" },
});

const responses = map(orReference("responses", response), "response", ({ report }, name, pointer) => {
  if (!/^[1-5]\d\d$/.test(String(name)))
    report(
      `response ${String(name)} is no exact status, ${unsupported}: state each status such as 404`,
      pointer,
    );
});

const security = list(map(list(anything, "scope"), "scheme"), "requirement");

const variable = record({
  required: ["default"],
  fields: { default: text, description: text, enum: list(text, "value") },
});

const servers = list(
  record({
    required: ["url"],
    fields: { url: text, description: text, variables: map(variable, "variable") },
  }),
  "server",
);

const externalDocs = record({ required: ["url"], fields: { url: text, description: text } });

const operation = record({
  required: ["operationId", "responses"],
  fields: {
    operationId: text,
    summary: text,
    description: text,
    deprecated: flag,
    tags: list(text, "tag"),
    externalDocs,
    servers,
    security,
    parameters: list(orReference("parameters", parameter), "parameter"),
    requestBody: orReference("requestBodies", requestBody),
    responses,
  },
  instead: { callbacks: "leave them out: nothing calls them" },
});

const onlyMethods = "use GET, POST, PUT, PATCH or DELETE";

const pathItem = record({
  fields: {
    summary: text,
    description: text,
    servers,
    parameters: list(orReference("parameters", parameter), "parameter"),
    get: operation,
    post: operation,
    put: operation,
    patch: operation,
    delete: operation,
  },
  instead: { head: onlyMethods, options: onlyMethods, trace: onlyMethods, $ref: "write the path item here" },
});

const apiKeyOrBearer: Rule = (scope, value, pointer, what) => {
  if (!isObject(value)) return scope.report(`${what} is not an object: write one`, pointer);
  const { in: place, scheme, type } = value;
  const isKey = type === "apiKey" && place === "header";
  const isBearer = type === "http" && String(scheme).toLowerCase() === "bearer";
  if (!isKey && !isBearer) {
    const kind = [type, type === "apiKey" ? `in ${String(place)}` : scheme]
      .filter((each) => each !== undefined)
      .join(" ");
    return scope.report(
      `${what} is ${kind}, ${unsupported}: use an apiKey in a header, or http with scheme bearer`,
      pointer,
    );
  }
  const fields = isKey
    ? { type: text, name: text, in: text, description: text }
    : { type: text, scheme: text, bearerFormat: text, description: text };
  record({ required: isKey ? ["name"] : [], fields })(scope, value, pointer, what);
};

const gap = record({
  required: ["id", "section", "unknown", "until_known"],
  fields: { id: text, section: text, unknown: text, until_known: text },
});

const version: Rule = ({ report }, value, pointer, what) => {
  if (typeof value !== "string" || !/^3\.1\.\d+$/.test(value))
    report(`${what} is ${shown(value)}, ${unsupported}: use 3.1.1`, pointer);
};

const openapi = record({
  required: ["openapi", "info", "paths"],
  fields: {
    openapi: version,
    jsonSchemaDialect: among(["https://json-schema.org/draft/2020-12/schema"]),
    info: record({
      required: ["title", "version"],
      fields: {
        title: text,
        version: text,
        summary: text,
        description: text,
        termsOfService: text,
        contact: record({ fields: { name: text, url: text, email: text } }),
        license: record({ required: ["name"], fields: { name: text, identifier: text, url: text } }),
      },
    }),
    servers,
    tags: list(
      record({ required: ["name"], fields: { name: text, description: text, externalDocs } }),
      "tag",
    ),
    externalDocs,
    security,
    paths: map(pathItem, "path", ({ report }, name, pointer, what) => {
      if (!String(name).startsWith("/"))
        report(`${what} ${String(name)} does not begin with a slash: add one`, pointer);
    }),
    components: record({
      fields: {
        schemas: map(schema, "schema"),
        parameters: map(parameter, "parameter"),
        responses: map(response, "response"),
        requestBodies: map(requestBody, "request body"),
        headers: map(header, "header"),
        examples: map(example, "example"),
        securitySchemes: map(apiKeyOrBearer, "security scheme"),
      },
    }),
    "x-gaps": list(gap, "gap"),
  },
  instead: {
    webhooks: "leave them out: nothing calls them",
    swagger: "write the contract in OpenAPI 3.1",
    $ref: "write the contract in one file",
  },
});

/** What the parts of an operation say of each other. */
function checkOperations(document: JsonObject, report: Report): void {
  const ids = new Map<string, string>();
  const shapes = new Map<string, string>();
  const schemes = valueAt(document, "/components/securitySchemes");
  const known = new Set(isObject(schemes) ? Object.keys(schemes) : []);
  checkSecurity(document["security"], "/security", known, report);
  for (const [path, item] of Object.entries(isObject(document["paths"]) ? document["paths"] : {})) {
    const at = appendPointer("/paths", path);
    const shape = path.replaceAll(/\{[^}]*\}/g, "{}");
    const twin = shapes.get(shape);
    if (twin !== undefined)
      report(`path ${path} is the same as ${twin}: no request could tell them apart`, at);
    shapes.set(shape, path);
    if (!isObject(item)) continue;
    for (const method of ["get", "post", "put", "patch", "delete"]) {
      const found = item[method];
      if (!isObject(found)) continue;
      const pointer = appendPointer(at, method);
      const id = String(found["operationId"]);
      const first = ids.get(id);
      if (first !== undefined)
        report(
          `operationId ${id} is that of ${first} too: give each operation its own`,
          `${pointer}/operationId`,
        );
      ids.set(id, `${method.toUpperCase()} ${path}`);
      checkPathParameters(document, path, [item["parameters"], found["parameters"]], pointer, report);
      checkSecurity(found["security"], `${pointer}/security`, known, report);
      if ((method === "get" || method === "delete") && found["requestBody"] !== undefined)
        report(
          `operation "${id}" has a body, which ${method.toUpperCase()} has no meaning for (RFC 9110, 9.3): use POST, or query parameters`,
          `${pointer}/requestBody`,
        );
    }
  }
}

function checkPathParameters(
  document: JsonObject,
  path: string,
  lists: readonly (JsonValue | undefined)[],
  pointer: string,
  report: Report,
): void {
  const declared = lists
    .flatMap((each) => (Array.isArray(each) ? each : []))
    .map((each: JsonValue) => {
      const reference = isObject(each) ? each["$ref"] : undefined;
      return typeof reference === "string" ? valueAt(document, pointerOfReference(reference)) : each;
    });
  const names = declared.flatMap((each) =>
    isObject(each) && each["in"] === "path" ? [String(each["name"])] : [],
  );
  const templated = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  for (const name of templated)
    if (!names.includes(name))
      report(`path ${path} has {${name}}, and no parameter of this name: add one`, pointer);
  for (const name of names)
    if (!templated.includes(name))
      report(
        `parameter "${name}" is in the path, and ${path} has no {${name}}: add it or remove the parameter`,
        pointer,
      );
}

function checkSecurity(
  value: JsonValue | undefined,
  pointer: string,
  known: ReadonlySet<string>,
  report: Report,
): void {
  (Array.isArray(value) ? value : []).forEach((way: JsonValue, index) => {
    for (const [name, scopes] of Object.entries(isObject(way) ? way : {})) {
      const at = appendPointer(pointer, index, name);
      if (!known.has(name))
        report(`security names ${name}, which components/securitySchemes does not have: add it`, at);
      else if (Array.isArray(scopes) && scopes.length > 0)
        report(`security scheme ${name} has scopes, ${unsupported}: write []`, at);
    }
  });
}
