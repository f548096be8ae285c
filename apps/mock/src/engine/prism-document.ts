import { type Contract, isObject, type JsonObject, type JsonValue, mapSchemas } from "@workflow-api/contract";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * The contract as Prism is given it: what OpenAPI 3.1 means by leaving something out is written out, where Prism 5.16
 * takes it for something else. The result is a copy: Prism writes into it.
 */
export function prismDocument({ document }: Pick<Contract, "document">): JsonObject {
  const copy = mapSchemas(structuredClone(document), withReferenceAlone);
  return {
    // Prism validates by JSON Schema draft 7 unless told of the dialect that OpenAPI 3.1 stands on.
    jsonSchemaDialect: dialect,
    ...copy,
    ...(isObject(copy["paths"]) && { paths: mapMembers(copy["paths"], explicitPathItem) }),
    ...(isObject(copy["components"]) && { components: explicitComponents(copy["components"]) }),
  };
}

/** What tells people of a value, and Prism nothing. */
const words: readonly string[] = ["$comment", "description", "externalDocs", "title", "xml"];

/** Where a schema leads back to itself by a reference that has something beside it, Prism validates nothing behind it. */
function withReferenceAlone({ $ref, ...others }: JsonObject): JsonObject {
  if (typeof $ref !== "string") return others;
  const heard = Object.entries(others).filter(([name]) => !words.includes(name));
  return heard.length === 0 ? { $ref } : { ...Object.fromEntries(heard), allOf: [{ $ref }] };
}

function explicitComponents(components: JsonObject): JsonObject {
  const { parameters, pathItems } = components;
  return {
    ...components,
    ...(isObject(parameters) && { parameters: mapMembers(parameters, explicitParameter) }),
    ...(isObject(pathItems) && { pathItems: mapMembers(pathItems, explicitPathItem) }),
  };
}

function explicitPathItem(item: JsonValue): JsonValue {
  return isObject(item)
    ? mapMembers(withParameters(item), (member) => (isObject(member) ? withParameters(member) : member))
    : item;
}

function withParameters(holder: JsonObject): JsonObject {
  const { parameters } = holder;
  return Array.isArray(parameters) ? { ...holder, parameters: parameters.map(explicitParameter) } : holder;
}

/** Prism takes a missing `explode` for false; OpenAPI, for true where the style is form. */
function explicitParameter(parameter: JsonValue): JsonValue {
  if (!isObject(parameter) || parameter["$ref"] !== undefined) return parameter;
  const location = parameter["in"];
  const style = parameter["style"] ?? (location === "query" || location === "cookie" ? "form" : "simple");
  const explode = parameter["explode"] ?? style === "form";
  // With explode, the delimited styles are the form style; Prism would split them all the same.
  const exploded = explode === true && (style === "spaceDelimited" || style === "pipeDelimited");
  return { ...parameter, style: exploded ? "form" : style, explode };
}

function mapMembers(object: JsonObject, map: (member: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, member]) => [name, member === undefined ? member : map(member)]),
  );
}
