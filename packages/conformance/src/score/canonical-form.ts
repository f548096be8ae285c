import { isJson, isObject, type JsonObject, type JsonValue, valueAt } from "@workflow-api/contract";
import { exampleValues, scenarioValues } from "./canonical-scenarios.ts";
import { canonicalSchema, type Sender, sorted } from "./canonical-schema.ts";

/**
 * What of a contract a server can show, in a form in which two contracts that ask the same of a server for a mechanical
 * reason are equal. Documentation, names of components and addresses are not in it.
 */
export function wireForm(document: JsonObject): string {
  const paths = members(document, document["paths"]).map(([path, item]): [string, JsonValue] => [
    path,
    pathForm(document, item),
  ]);
  const version = [document["openapi"] ?? null, document["jsonSchemaDialect"] ?? null];
  return JSON.stringify([version, sorted(Object.fromEntries(paths))]);
}

/** What of a contract the generated types show beyond that: the names of the operations, and what is deprecated. */
export function typesForm(document: JsonObject): string {
  const named = members(document, document["paths"]).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return isObject(operation) ? [[path, method, operation["operationId"] ?? null]] : [];
    }),
  );
  return JSON.stringify(named.map((each) => JSON.stringify(each)).sort());
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The members of an object that are objects, references followed. */
function members(document: JsonObject, value: JsonValue | undefined): [string, JsonObject][] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]): [string, JsonObject][] => {
    const followed = follow(document, member);
    return isObject(followed) ? [[name, followed]] : [];
  });
}

function items(document: JsonObject, value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map((item) => follow(document, item)).filter(isObject) : [];
}

function follow(document: JsonObject, value: JsonValue | undefined): JsonValue | undefined {
  let current = value;
  for (let hops = 0; hops < 32 && isObject(current); hops++) {
    const reference: JsonValue | undefined = current["$ref"];
    if (typeof reference !== "string") return current;
    current = valueAt(document, reference.slice(1));
  }
  return current;
}

function pathForm(document: JsonObject, item: JsonObject): JsonValue {
  const operations = methods.flatMap((method): [string, JsonValue][] => {
    const operation = item[method];
    return isObject(operation) ? [[method, operationForm(document, item, operation)]] : [];
  });
  return sorted(Object.fromEntries(operations));
}

function operationForm(document: JsonObject, item: JsonObject, operation: JsonObject): JsonValue {
  const found = new Map<string, JsonObject>();
  for (const parameter of [
    ...items(document, item["parameters"]),
    ...items(document, operation["parameters"]),
  ]) {
    const name = String(parameter["name"]);
    const key = `${String(parameter["in"])} ${parameter["in"] === "header" ? name.toLowerCase() : name}`;
    found.set(key, parameter);
  }
  const parameters = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  const body = follow(document, operation["requestBody"]);
  const responses = members(document, operation["responses"]);
  const [isSimple, scenarios] = scenarioValues(
    parameters.map(([key, parameter]) => ({
      key,
      includes: isObject(parameter["x-includes"]) ? Object.keys(parameter["x-includes"]) : undefined,
      values: exampleValues(parameter["examples"]),
    })),
    responses.map(([status, { content }]) => ({
      status,
      names: members(document, content).flatMap(([, media]) => [...exampleValues(media["examples"]).keys()]),
    })),
  );
  const sent = contentForm(
    document,
    body === undefined || !isObject(body) ? undefined : body["content"],
    "client",
  );
  const method = isObject(item["head"]) && item["head"] === operation ? "head" : "";
  return {
    parameters: parameters.map(([key, parameter]) => [key, parameterForm(document, parameter)]),
    scenarios,
    body: isObject(body)
      ? {
          required: body["required"] === true,
          content: isSimple ? withoutExamples(sent) : sent,
        }
      : null,
    // The order of responses, examples and media types decides which answer is the default.
    responses: withoutDefaults(
      responses.map(([status, response]) => [
        status.toUpperCase(),
        named(document, response["headers"], headerForm),
        method === "head"
          ? namesOnly(document, response["content"])
          : contentForm(document, response["content"], "server"),
      ]),
    ),
    security: securityForm(document, operation["security"] ?? document["security"]),
    deprecated: operation["deprecated"] === true,
  };
}

/** The answer to a HEAD has no body, but its examples are scenarios. */
function namesOnly(document: JsonObject, content: JsonValue | undefined): JsonValue {
  return members(document, content).map(([mediaType, media]) => [
    mediaType.toLowerCase(),
    [...exampleValues(media["examples"]).keys()],
  ]);
}

function withoutExamples(content: JsonValue): JsonValue {
  return Array.isArray(content)
    ? content.map((media) => (Array.isArray(media) ? media.toSpliced(2, 1) : media))
    : content;
}

type ResponseForm = readonly [status: string, headers: JsonValue, content: JsonValue];

/** An error that is described as `default` is need not be described: what it covers, `default` covers too. */
function withoutDefaults(responses: readonly ResponseForm[]): JsonValue {
  const described = (response: ResponseForm | undefined): string => JSON.stringify(response?.slice(1));
  const otherwise = described(responses.find(([status]) => status === "DEFAULT"));
  return responses
    .filter((response) => !/^[45]/.test(response[0]) || described(response) !== otherwise)
    .map((response) => [...response]);
}

function named(
  document: JsonObject,
  value: JsonValue | undefined,
  form: (document: JsonObject, member: JsonObject) => JsonValue,
): JsonValue {
  return sorted(
    Object.fromEntries(
      members(document, value).map(([name, member]) => [name.toLowerCase(), form(document, member)]),
    ),
  );
}

function parameterForm(document: JsonObject, parameter: JsonObject): JsonValue {
  const place = parameter["in"] ?? "header";
  const style = parameter["style"] ?? (place === "query" || place === "cookie" ? "form" : "simple");
  return {
    required: parameter["required"] === true,
    deprecated: parameter["deprecated"] === true,
    style,
    // The one form of deepObject is exploded.
    explode: style === "deepObject" || (parameter["explode"] ?? style === "form"),
    allowReserved: parameter["allowReserved"] === true,
    schema: inPlace(asText(canonicalSchema(document, parameter["schema"])), String(place)),
    content: contentForm(document, parameter["content"], "client"),
    example: parameter["example"] ?? null,
    includes: parameter["x-includes"] ?? null,
  };
}

/** Which example of a header is sent is the choice of its first. */
function headerForm(document: JsonObject, header: JsonObject): JsonValue {
  return [parameterForm(document, header), examplesForm(document, header)];
}

/** Neither a segment of a path nor a header is ever empty. */
function inPlace(schema: JsonValue, place: string): JsonValue {
  if (!isObject(schema) || schema["minLength"] !== 1 || !["path", "header"].includes(place)) return schema;
  const { minLength: _, ...rest } = schema;
  return Object.keys(rest).length === 0 ? true : rest;
}

/** Text is always text and never null, and an empty list is not sent at all. */
function asText(schema: JsonValue): JsonValue {
  if (!isObject(schema)) return schema;
  const { items, minItems, properties, type, ...rest } = schema;
  const types = Array.isArray(type) ? type.filter((name) => name !== "null") : type;
  const only = Array.isArray(types) && types.length === 1 ? types[0] : types;
  const item = items === undefined ? true : asText(items);
  const form = sorted({
    ...rest,
    ...(item !== true && { items: item }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, asText(member ?? true)]),
      ),
    }),
    ...(only !== undefined && only !== "string" && { type: only }),
    ...(typeof minItems === "number" && minItems > 1 && { minItems }),
  });
  return Object.keys(form).length === 0 ? true : form;
}

function contentForm(document: JsonObject, content: JsonValue | undefined, sender: Sender): JsonValue {
  return members(document, content).map(([mediaType, media]) => {
    const schema = canonicalSchema(document, media["schema"], { sender });
    return [
      mediaType.toLowerCase(),
      isJson(mediaType) ? schema : asText(schema),
      examplesForm(document, media),
      media["encoding"] ?? null,
    ];
  });
}

function examplesForm(document: JsonObject, holder: JsonObject): JsonValue {
  const examples = members(document, holder["examples"]).map(([name, example]) => [
    name,
    example["value"] ?? null,
  ]);
  return [holder["example"] ?? null, examples];
}

function securityForm(document: JsonObject, security: JsonValue | undefined): JsonValue {
  if (!Array.isArray(security)) return [];
  const components = document["components"];
  const schemes = isObject(components) ? components["securitySchemes"] : undefined;
  const isOptional = security.some((way) => isObject(way) && Object.keys(way).length === 0);
  const ways = security.map((way) =>
    isObject(way)
      ? Object.keys(way)
          .map((key) => schemeForm(follow(document, isObject(schemes) ? schemes[key] : undefined)))
          .sort()
      : [],
  );
  // Whoever may be anonymous is not refused for a key; for an Authorization header the mock's engine does.
  if (isOptional && ways.flat().every((scheme) => scheme.startsWith("["))) return [];
  return [...new Set(ways.map((way) => JSON.stringify(way)))].sort();
}

/** Where a credential travels, and how it is spelt. What it is called is not seen. */
function schemeForm(scheme: JsonValue | undefined): string {
  if (!isObject(scheme)) return "unknown";
  const { type, in: place, name, scheme: kind } = scheme;
  if (type === "apiKey")
    return JSON.stringify([place ?? null, place === "header" ? String(name).toLowerCase() : (name ?? null)]);
  return type === "http" ? JSON.stringify(["http", String(kind).toLowerCase()]) : "bearer";
}
