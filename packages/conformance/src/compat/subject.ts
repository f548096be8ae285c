import { isObject, type JsonObject, type JsonValue, parsePointer, valueAt } from "@workflow-api/contract";

/**
 * The name of a place in an OpenAPI document, for people: `/paths/~1a/get/parameters/0/schema/enum` is "GET /a, query
 * parameter limit, schema enum".
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
  const isOperation = /^(get|put|post|delete|options|head|patch|trace)$/.test(rest[0] ?? "");
  const [method = "", ...inside] = isOperation ? rest : ["", ...rest];
  const methods = isObject(item)
    ? Object.keys(item).filter((name) => !/^(parameters|servers|x-.*|summary|description)$/.test(name))
    : [];
  const head = isOperation
    ? `${method.toUpperCase()} ${path}`
    : `${methods.join(", ").toUpperCase()} ${path}`.trim();
  const owner = isOperation && isObject(item) ? item[method] : item;
  return [head, ...insideOf(document, owner, inside)].join(", ");
}

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

function restOf(tokens: readonly string[]): string[] {
  return tokens.length === 0 ? [] : [tokens.filter((token) => token !== "content").join(" ")];
}

function singular(plural: string): string {
  const words = plural.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return words.replace(/ies$/, "y").replace(/s$/, "");
}
