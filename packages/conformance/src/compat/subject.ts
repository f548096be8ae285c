import { isObject, type JsonObject, parsePointer, pointerOfReference, valueAt } from "@workflow-api/contract";

const methods = new Set(["get", "put", "post", "delete", "patch"]);

/**
 * The name of a place in a contract, for people: `/paths/~1cages/get/parameters/0/schema/items` is `listCages, query
 * parameter limit, items`.
 */
export function subjectOf(document: JsonObject, pointer: string): string {
  const tokens = parsePointer(pointer);
  if (tokens[0] === "paths" && tokens.length > 1) return ofPath(document, tokens);
  if (tokens[0] === "components" && tokens.length > 2)
    return [`${kinds[tokens[1] ?? ""] ?? tokens[1]} ${tokens[2]}`, ...inside(tokens.slice(3))].join(", ");
  return tokens.join(" ") || "The contract";
}

const kinds: Readonly<Record<string, string>> = {
  schemas: "schema",
  parameters: "parameter",
  responses: "response",
  requestBodies: "request body",
  headers: "header",
  securitySchemes: "security scheme",
};

function ofPath(document: JsonObject, [, path = "", method = "", ...rest]: readonly string[]): string {
  const item = isObject(document["paths"]) ? document["paths"][path] : undefined;
  const operation = isObject(item) && methods.has(method) ? item[method] : undefined;
  const name = isObject(operation) ? operation["operationId"] : undefined;
  const head = operation === undefined ? path : String(name ?? `${method.toUpperCase()} ${path}`);
  const tokens = operation === undefined && method !== "" ? [method, ...rest] : rest;
  return [head, ...parts(document, operation ?? item, tokens)].join(", ");
}

/** The part of an operation, then what is in it. */
function parts(document: JsonObject, owner: unknown, tokens: readonly string[]): string[] {
  const [part = "", name = "", ...rest] = tokens;
  if (part === "parameters" && name !== "") {
    const listed = isObject(owner) ? valueAt(owner, `/parameters/${name}`) : undefined;
    const reference = isObject(listed) ? listed["$ref"] : undefined;
    const found = typeof reference === "string" ? valueAt(document, pointerOfReference(reference)) : listed;
    const title = isObject(found) ? `${found["in"]} parameter ${found["name"]}` : `parameter ${name}`;
    return [title, ...inside(rest)];
  }
  if (part === "responses" && name !== "") return [`response ${name}`, ...inside(rest)];
  if (part === "requestBody") return ["request body", ...inside(tokens.slice(1))];
  return inside(tokens);
}

/** The way to a member, without the words of OpenAPI between. */
function inside(tokens: readonly string[]): string[] {
  const words = tokens.filter((token) => !["content", "schema", "properties", "$ref"].includes(token));
  return words.length === 0 ? [] : [words.join(".")];
}
