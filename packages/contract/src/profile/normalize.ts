import { essenceOf, isJson, isSuccess } from "../http.ts";
import { isObject, type JsonObject, type JsonValue, parsePointer, valueAt } from "../json.ts";
import { camelCase, uniqueName } from "../names.ts";
import { unicodePattern } from "../patterns/unicode-pattern.ts";
import { withoutDiscriminator } from "./discriminator.ts";
import { addProblem, childOf, type DocumentNode, notSupported, tolerate } from "./kind.ts";
import { operationsOf } from "./omission.ts";
import { targetOf } from "./references.ts";
import { keep } from "./source-pointers.ts";

// Rewrites what has an equivalent in the profile when a document is read, so that no other code
// sees it. The original places are kept for messages.

/** A schema whose `example` is one of its `examples`. */
function withExamples(schema: JsonObject, node: DocumentNode): JsonObject {
  const { example, examples, ...rest } = schema;
  if (example === undefined) return schema;
  const all = [...(Array.isArray(examples) ? examples : []), example];
  keep(node, ["examples", all.length - 1], ["example"]);
  return { ...rest, examples: all };
}

/** A media type, a parameter or a header whose `example` has a name. */
export function withNamedExample(holder: JsonObject, node: DocumentNode): JsonObject {
  const { example, examples, ...rest } = holder;
  if (example === undefined) return holder;
  if (examples !== undefined) addProblem(node, "has example beside examples: keep one", "example");
  const name = nameOfExample(node);
  keep(node, ["examples", name, "value"], ["example"]);
  return { ...rest, examples: { [name]: { value: example } } };
}

/** An unnamed example of a success gets the name that ties it to the request. */
function nameOfExample({ context, pointer }: DocumentNode): string {
  const [, kind, name, responses, status] = parsePointer(pointer);
  if (responses === "responses" && status !== undefined)
    return isSuccess(Number(status)) ? "example" : `example_${status.toLowerCase()}`;
  const isShared = context.successes.has(`#/components/responses/${name}`);
  return kind !== "responses" || isShared ? "example" : `example_${name}`;
}

/** A schema of OpenAPI 3.0 as one of 3.1, with patterns for the flag `u`. */
export function asCurrentSchema(schema: JsonObject, node: DocumentNode): JsonObject {
  const { $ref, description } = schema;
  // In 3.0, what stands beside a reference is ignored. A description has no effect anyway.
  if (node.context.is30 && typeof $ref === "string")
    return { $ref, ...(description !== undefined && { description }) };
  return [
    withoutEmptyLists,
    withoutDiscriminator,
    withUnicodePattern,
    withExclusiveLimit("Minimum"),
    withExclusiveLimit("Maximum"),
    withExamples,
    withNull,
  ].reduce((current, rewrite) => rewrite(current, node), schema);
}

/** A schema without empty lists, which generators write where they know no value. */
function withoutEmptyLists(schema: JsonObject, node: DocumentNode): JsonObject {
  const isEmpty = (name: string): boolean => {
    const value = schema[name];
    return Array.isArray(value) && value.length === 0;
  };
  const empty = ["enum", "type", "allOf", "anyOf", "oneOf"].filter(isEmpty);
  if (empty.length === 0) return schema;
  for (const name of empty)
    tolerate(childOf(node, name, null, `${name} of ${node.label}`), "is an empty list: remove it");
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !empty.includes(name)));
}

/** A schema whose exclusive limit is a number. In OpenAPI 3.0 it is a boolean beside the limit. */
function withExclusiveLimit(side: "Maximum" | "Minimum"): (schema: JsonObject) => JsonObject {
  const [limit, exclusive] = [side.toLowerCase(), `exclusive${side}`];
  return (schema) => {
    const { [limit]: value, [exclusive]: isExclusive, ...rest } = schema;
    if (typeof isExclusive !== "boolean") return schema;
    if (value === undefined) return rest;
    return { ...rest, [isExclusive ? exclusive : limit]: value };
  };
}

function withUnicodePattern(schema: JsonObject): JsonObject {
  const { pattern } = schema;
  return typeof pattern === "string" ? { ...schema, pattern: unicodePattern(pattern) } : schema;
}

/** A schema with `nullable` (OpenAPI 3.0): null becomes one of its types. */
function withNull(schema: JsonObject, node: DocumentNode): JsonObject {
  const { nullable, ...rest } = schema;
  if (nullable !== true) return rest;
  const isSimple = !["$ref", "const", "allOf", "anyOf", "oneOf", "not"].some(
    (name) => name in rest,
  );
  if (isSimple) {
    const types = new Set([rest["type"] ?? [], "null"].flat() as JsonValue[]);
    return { ...rest, ...(types.size > 1 && { type: [...types] }) };
  }
  const { deprecated, description, title, ...inner } = rest;
  const texts = Object.entries({ title, description, deprecated });
  keep(node, ["anyOf", 0], []);
  return {
    ...Object.fromEntries(texts.filter(([, value]) => value !== undefined)),
    anyOf: [inner, { type: "null" }],
  };
}

/**
 * A request body or a response without a range that JSON is in: it is JSON, unless another media
 * type is.
 */
export function withJson(holder: JsonObject, node: DocumentNode): JsonObject {
  const { content } = holder;
  const names = mediaTypeNames(holder);
  const range = names.some(isJson) ? undefined : names.find(isAny);
  if (!isObject(content) || range === undefined) return holder;
  keep(node, ["content", "application/json"], ["content", range]);
  const { [range]: media, ...others } = content;
  return { ...holder, content: { "application/json": media, ...others } };
}

/** Whether a media type is a range with JSON in it. */
function isAny(name: string): boolean {
  return /^(application|\*)\/\*$/.test(essenceOf(name));
}

/** A GET without a body that may be absent, or that OpenAPI 3.0 ignores. */
export function withoutIgnoredBody(
  operation: JsonObject,
  { context, pointer }: DocumentNode,
): JsonObject {
  const { requestBody, ...rest } = operation;
  const { document, is30 } = context;
  if (!isObject(requestBody) || !pointer.endsWith("/get")) return operation;
  const body = targetOf(document, requestBody) ?? requestBody;
  return is30 || body["required"] !== true ? rest : operation;
}

/** A path without OPTIONS, and without HEAD beside a GET: a server answers them anyway. */
export function withoutFollowing(path: JsonObject, node: DocumentNode): JsonObject {
  const { head, options, ...rest } = path;
  if (head !== undefined && path["get"] === undefined)
    addProblem(node, `has head without get, ${notSupported("use GET")}`, "head");
  return rest;
}

/** The names of its media types. */
function mediaTypeNames({ content }: JsonObject): string[] {
  return Object.keys(isObject(content) && content["$ref"] === undefined ? content : {});
}

/** The operationIds of a document: each is unique, and can name a function. */
export function nameOperations(document: JsonObject): ReadonlyMap<string, string> {
  const operations = operationsOf(document).map((operation) => {
    const declaredId = String(valueAt(document, `${operation.source}/operationId`) ?? "");
    return { ...operation, given: declaredId, isKept: /^[\w.-]+$/.test(declaredId) };
  });
  const taken = new Set<string>();
  const names = new Map<string, string>();
  // First those that have one: others do not take it.
  const ordered = operations.toSorted((a, b) => Number(b.isKept) - Number(a.isKept));
  for (const { given, isKept, method, path, pointer } of ordered) {
    const cased = camelCase(given);
    const made = /^[a-z]/i.test(cased) ? cased : camelCase(`${method} ${path}`);
    names.set(pointer, uniqueName(isKept ? given : made, taken));
  }
  return names;
}

/** An operation with an id that can name a function. */
export function withOperationId<T extends JsonObject>(operation: T, node: DocumentNode): T {
  if (operation["operationId"] === undefined) keep(node, ["operationId"], []);
  return { ...operation, operationId: node.context.operationIds.get(node.pointer) ?? "" };
}

/** The headers of a response without Content-Type, which OpenAPI ignores. */
export function withoutContentType<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  const named = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type");
  return Object.fromEntries(named);
}

/** OAuth 2.0 and OpenID Connect end in a bearer token; their details go into the description. */
export function asBearer(node: DocumentNode): DocumentNode {
  const { value } = node;
  if (!isObject(value) || (value["type"] !== "oauth2" && value["type"] !== "openIdConnect"))
    return node;
  const { description, flows, openIdConnectUrl, ...rest } = value;
  const paragraphs = [
    description,
    ...Object.entries(isObject(flows) ? flows : {}).map(([name, flow]) =>
      describeFlow(name, isObject(flow) ? flow : {}),
    ),
    openIdConnectUrl && `OpenID Connect: ${String(openIdConnectUrl)}`,
  ];
  const text = paragraphs.filter(Boolean).join("\n\n");
  return { ...node, value: { ...rest, type: "http", scheme: "bearer", description: text } };
}

function describeFlow(name: string, { scopes, ...flow }: JsonObject): string {
  const urls = Object.entries(flow).flatMap(([field, url]) =>
    typeof url === "string" ? [`${field} ${url}`] : [],
  );
  const lines = Object.entries(isObject(scopes) ? scopes : {}).map(
    ([scope, meaning]) => `- \`${scope}\`: ${String(meaning)}`,
  );
  return [`OAuth 2.0, ${[name, ...urls].join(", ")}`, ...lines].join("\n");
}
