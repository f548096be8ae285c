import { isObject, type JsonObject, type JsonValue, parsePointer, valueAt } from "@workflow-api/contract";

/**
 * The name of a place in an OpenAPI document, for people: `/paths/~1a/get/parameters/0/schema/items` is "listThings,
 * query parameter limit, schema items".
 */
export function subjectOf(document: JsonObject, pointer: string): string {
  const tokens = parsePointer(pointer);
  if (tokens[0] === "paths" && tokens.length > 1) return subjectOfPath(document, tokens);
  if (tokens[0] === "components" && tokens.length > 2)
    return [`${singular(tokens[1] ?? "")} ${tokens[2]}`, ...restOf(tokens.slice(3))].join(", ");
  return tokens.join(" ") || "The contract";
}

function subjectOfPath(document: JsonObject, [, path = "", ...rest]: readonly string[]): string {
  const item = isObject(document["paths"]) ? document["paths"][path] : undefined;
  const [method = "", ...inside] = rest;
  if (!methods.test(method)) return [namesOf(item) || path, ...insideOf(document, item, rest)].join(", ");
  const operation = isObject(item) ? item[method] : undefined;
  const name = isObject(operation) ? operation["operationId"] : undefined;
  const head = typeof name === "string" ? name : `${method.toUpperCase()} ${path}`;
  return [head, ...insideOf(document, operation, inside)].join(", ");
}

/** The operations of a path. */
function namesOf(item: JsonValue | undefined): string {
  const operations = isObject(item) ? Object.entries(item).filter(([name]) => methods.test(name)) : [];
  return operations
    .flatMap(([, operation]) => (isObject(operation) ? (operation["operationId"] ?? []) : []))
    .join(" and ");
}

const methods = /^(get|put|post|delete|options|head|patch|trace)$/;

function insideOf(document: JsonObject, owner: JsonValue | undefined, tokens: readonly string[]): string[] {
  const [kind = "", name = "", ...rest] = tokens;
  if (kind === "parameters" && name !== "") {
    const found = isObject(owner) ? valueAt(owner, `/parameters/${name}`) : undefined;
    const reference = isObject(found) ? found["$ref"] : undefined;
    const parameter = typeof reference === "string" ? valueAt(document, reference.slice(1)) : found;
    const label = isObject(parameter)
      ? `${parameter["in"]} parameter ${parameter["name"]}`
      : `parameter ${name}`;
    return [label, ...restOf(rest)];
  }
  if (kind === "responses" && name !== "") return [`response ${name}`, ...restOf(rest)];
  if (kind === "requestBody") return ["request body", ...restOf(tokens.slice(1))];
  return restOf(tokens);
}

/** A place in a part: the members of a schema are joined by full stops. */
function restOf(tokens: readonly string[]): string[] {
  const at = tokens.indexOf("schema");
  const outside = (at < 0 ? tokens : tokens.slice(0, at)).filter((token) => token !== "content");
  const members = tokens.slice(at < 0 ? tokens.length : at + 1);
  const inside = members.filter((token) => token !== "$ref" && token !== "properties").join(".");
  return [outside.join(" "), inside].filter((part) => part !== "");
}

function singular(plural: string): string {
  const words = plural.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return words.replace(/ies$/, "y").replace(/s$/, "");
}
