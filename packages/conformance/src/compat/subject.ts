import { isObject, type JsonObject, parsePointer, pointerOfReference, valueAt } from "@workflow-api/contract";

/** Words of OpenAPI that tell a reader nothing. */
const silent = new Set(["content", "schema", "properties", "$ref"]);

/**
 * The name of a place in a contract, for people: `/paths/~1cages/get/parameters/0/schema/items` is `listCages, query
 * parameter limit, items`.
 */
export function subjectOf(document: JsonObject, pointer: string): string {
  const [root, ...tokens] = parsePointer(pointer);
  if (root === "components")
    return [`${nounOf(tokens[0])} ${tokens[1]}`, ...wayTo(tokens.slice(2))].join(", ");
  if (root !== "paths") return [root, ...tokens].join(" ") || "The contract";
  const [path = "", method = "", ...rest] = tokens;
  const operation = valueAt(document, pointer.split("/").slice(0, 4).join("/"));
  const isOperation = isObject(operation) && "responses" in operation;
  const head = isOperation ? String(operation["operationId"]) : path;
  return [head, ...(isOperation ? partOf(document, operation, rest) : wayTo([method, ...rest]))].join(", ");
}

function nounOf(kind = ""): string {
  const words = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace(/ies$/, "y").replace(/s$/, "");
}

/** The part of an operation that a place is in, and the way to it from there. */
function partOf(
  document: JsonObject,
  operation: JsonObject,
  [part = "", name = "", ...rest]: readonly string[],
): string[] {
  if (part === "responses" && name !== "") return [`response ${name}`, ...wayTo(rest)];
  if (part !== "parameters" || name === "") return wayTo([part, name, ...rest]);
  const listed = valueAt(operation, `/parameters/${name}`);
  const reference = isObject(listed) ? listed["$ref"] : undefined;
  const found = typeof reference === "string" ? valueAt(document, pointerOfReference(reference)) : listed;
  return [
    isObject(found) ? `${found["in"]} parameter ${found["name"]}` : `parameter ${name}`,
    ...wayTo(rest),
  ];
}

function wayTo(tokens: readonly string[]): string[] {
  const words = tokens.filter((token) => token !== "" && !silent.has(token));
  return words.length === 0 ? [] : [words.join(".")];
}
