import { isObject, type JsonObject } from "@workflow-api/contract";
import { deeply, nullable, untyped } from "./schema.ts";
import { eachOperation, eachParameter, mapped, parametersOf, type SameOperation } from "./walk.ts";

/** What no request and no answer shows of parameters. */
export const sameParameters: readonly SameOperation[] = [
  { rule: "the order of parameters", rewrite: eachOperation(reversedParameters) },
  { rule: "whether a parameter stands on the path or the operation", rewrite: onPath },
  { rule: "a parameter that may be absent or any text", rewrite: eachOperation(withFree) },
  { rule: "the example of a parameter", rewrite: eachParameter((each) => ({ example: "any", ...each })) },
  { rule: "a flag that is false by default", rewrite: eachParameter(withFlags) },
  { rule: "a style and an explode that are the default", rewrite: eachParameter(withStyle) },
  { rule: "the explode of deepObject", rewrite: eachParameter(withDeepExplode) },
  { rule: "by what a list of pairs would be delimited", rewrite: eachParameter(withDelimiter) },
  { rule: "that a header or a cookie is deprecated", rewrite: eachParameter(withDeprecation) },
  { rule: "the case of a header's name", rewrite: eachParameter(withCase) },
  { rule: "that text is text", rewrite: eachParameter(schemaWith(untyped)) },
  { rule: "that text is never null", rewrite: eachParameter(schemaWith(nullable)) },
  { rule: "that a segment, or what is optional, is never empty", rewrite: eachParameter(nonEmpty) },
];

function reversedParameters(operation: JsonObject): JsonObject {
  return { ...operation, parameters: parametersOf(operation).toReversed() };
}

function withFree(operation: JsonObject, seed: number): JsonObject {
  const texts = { type: "array", items: { type: "string" } };
  const free: readonly JsonObject[] = [
    { name: "X-Free", in: "header", schema: { type: "string" } },
    { name: "free", in: "cookie", schema: { type: "string" } },
    { name: "free", in: "query", schema: texts, style: "pipeDelimited", explode: false },
    { name: "free", in: "query", schema: texts },
    { name: "free", in: "query", schema: { type: "string" } },
  ];
  const one = free[seed % free.length];
  return { ...operation, parameters: [...parametersOf(operation), ...(one === undefined ? [] : [one])] };
}

/** All methods of a path have the same parameters. */
function onPath(document: JsonObject): JsonObject {
  return {
    ...document,
    paths: mapped(document["paths"], (item) => {
      const operations = Object.values(isObject(item) ? item : {}).filter(isObject);
      const [first] = operations;
      const bare = mapped(item, (operation) => {
        const { parameters: _, ...rest } = isObject(operation) ? operation : {};
        return rest;
      });
      return { parameters: first === undefined ? [] : parametersOf(first), ...bare };
    }),
  };
}

function withFlags(parameter: JsonObject): JsonObject {
  return { required: false, deprecated: false, allowReserved: false, ...parameter };
}

function withStyle(parameter: JsonObject): JsonObject {
  const place = parameter["in"];
  const style = parameter["style"] ?? (place === "query" || place === "cookie" ? "form" : "simple");
  return { explode: style === "form", ...parameter, style };
}

function withDeepExplode(parameter: JsonObject, seed: number): JsonObject {
  return parameter["style"] === "deepObject" ? { ...parameter, explode: seed % 2 === 0 } : parameter;
}

function withDelimiter(parameter: JsonObject, seed: number): JsonObject {
  const { explode, in: place, schema, style = "form" } = parameter;
  const isPairs = place === "query" && style === "form" && explode !== false && isObject(schema);
  const delimited = seed % 2 === 0 ? "spaceDelimited" : "pipeDelimited";
  return isPairs && schema["type"] === "array"
    ? { ...parameter, style: delimited, explode: true }
    : parameter;
}

function withDeprecation(parameter: JsonObject): JsonObject {
  const isTold = parameter["in"] === "path" || parameter["in"] === "query";
  return isTold ? parameter : { ...parameter, deprecated: true };
}

function withCase(parameter: JsonObject): JsonObject {
  return parameter["in"] === "header"
    ? { ...parameter, name: String(parameter["name"]).toLowerCase() }
    : parameter;
}

function nonEmpty(parameter: JsonObject): JsonObject {
  const { in: place, required, schema } = parameter;
  if ((place !== "path" && required === true) || !isObject(schema)) return parameter;
  const { type = "string" } = schema;
  if (type === "object") return parameter;
  if (type === "array") return { ...parameter, schema: { minItems: 1, ...schema } };
  const rest = type === "string" ? { minLength: 1, ...schema } : schema;
  const isFree = schema["enum"] === undefined;
  return { ...parameter, schema: { ...rest, ...(isFree && { type: [type, "null"] }) } };
}

function schemaWith(change: (schema: JsonObject) => JsonObject): (parameter: JsonObject) => JsonObject {
  return (parameter) => ({
    ...parameter,
    ...(isObject(parameter["schema"]) && { schema: deeply(parameter["schema"], change) }),
  });
}
