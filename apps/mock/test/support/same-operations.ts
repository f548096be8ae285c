import type { CaseRequest } from "@workflow-api/conformance";
import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";

/** A way to write an operation otherwise that the canonical form takes for the same. */
export interface SameOperation {
  readonly rule: string;
  /** @returns The document itself: it has nothing to be written otherwise. */
  readonly rewrite: (document: JsonObject, seed: number) => JsonObject;
  /** Requests that the mock's engine is known to be wrong about. */
  readonly isWrong?: (request: CaseRequest) => boolean;
}

export const sameOperations: readonly SameOperation[] = [
  { rule: "documentation and addresses", rewrite: documented },
  { rule: "where what is referred to stands", rewrite: referring },
  { rule: "the order of parameters", rewrite: eachOperation(reversedParameters) },
  { rule: "whether a parameter stands on the path or the operation", rewrite: onPath },
  { rule: "a flag that is false by default", rewrite: eachParameter(withFlags) },
  { rule: "a style and an explode that are the default", rewrite: eachParameter(withStyle) },
  { rule: "the explode of deepObject", rewrite: eachParameter(withDeepExplode) },
  { rule: "by what a list of pairs would be delimited", rewrite: eachParameter(withDelimiter) },
  { rule: "that a header or a cookie is deprecated", rewrite: eachParameter(withDeprecation) },
  { rule: "the case of a header's name", rewrite: eachParameter(withCase) },
  { rule: "that text is text", rewrite: eachParameter(schemaWith(untyped)) },
  { rule: "that text is never null", rewrite: eachParameter(schemaWith(nullable)) },
  { rule: "that a segment, or what is optional, is never empty", rewrite: eachParameter(nonEmpty) },
  { rule: "what the header of an answer is where it is any text", rewrite: eachResponse(withFreeHeaders) },
  { rule: "the example of a header that its schema lists first", rewrite: eachResponse(withoutListed) },
  { rule: "the schema of the answer to a HEAD", rewrite: eachHead },
  { rule: "a status that is described as the default", rewrite: eachOperation(withDescribed) },
  { rule: "what security schemes are called, their order and scopes", rewrite: renamedSchemes },
  {
    rule: "a key that is optional",
    rewrite: optionalKey,
    // It takes an Authorization header for a sign that the request is not anonymous.
    isWrong: ({ headers }) => headers["Authorization"] !== undefined,
  },
  { rule: "that a text or a field of a form is text", rewrite: eachBody(textual(untyped)) },
  { rule: "that a text or a field of a form is never null", rewrite: eachBody(textual(nullable)) },
  { rule: "that a field of a form with items is a list", rewrite: eachBody(textual(unlisted)) },
  { rule: "that a body is optional", rewrite: eachOperation(withOptionalBody) },
  { rule: "a member that does not go to the server", rewrite: eachBody(changedMember("readOnly")) },
  {
    rule: "a member that does not go to the client",
    rewrite: eachResponse(contentsWith(changedMember("writeOnly"))),
  },
  {
    rule: "that a member goes to where it goes anyway",
    rewrite: eachResponse(contentsWith(markedMember("readOnly"))),
  },
];

function eachOperation(
  change: (operation: JsonObject, seed: number) => JsonObject,
): SameOperation["rewrite"] {
  return (document, seed) => ({
    ...document,
    paths: mapped(document["paths"], (item) =>
      mapped(item, (operation) => (isObject(operation) ? change(operation, seed) : operation)),
    ),
  });
}

function eachParameter(
  change: (parameter: JsonObject, seed: number) => JsonObject,
): SameOperation["rewrite"] {
  return eachOperation((operation, seed) => ({
    ...operation,
    parameters: parametersOf(operation).map((parameter, index) => change(parameter, seed + index)),
  }));
}

function mapped(
  object: JsonValue | undefined,
  change: (member: JsonValue, name: string) => JsonValue,
): JsonObject {
  const members = Object.entries(isObject(object) ? object : {});
  return Object.fromEntries(members.map(([name, member]) => [name, change(member ?? null, name)]));
}

function parametersOf(operation: JsonObject): JsonObject[] {
  return Array.isArray(operation["parameters"]) ? operation["parameters"].filter(isObject) : [];
}

function reversedParameters(operation: JsonObject): JsonObject {
  return { ...operation, parameters: parametersOf(operation).toReversed() };
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

function schemaWith(change: (schema: JsonObject) => JsonObject): (parameter: JsonObject) => JsonObject {
  return (parameter) => ({
    ...parameter,
    ...(isObject(parameter["schema"]) && { schema: deeply(parameter["schema"], change) }),
  });
}

/** A schema of a parameter, and those of its items and members. */
function deeply(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const { items, properties } = schema;
  return change({
    ...schema,
    ...(isObject(items) && { items: deeply(items, change) }),
    ...(isObject(properties) && {
      properties: mapped(properties, (member) => (isObject(member) ? deeply(member, change) : member)),
    }),
  });
}

function untyped(schema: JsonObject): JsonObject {
  const { type, ...rest } = schema;
  return type === "string" ? rest : schema;
}

function nullable(schema: JsonObject): JsonObject {
  const isFree = schema["type"] === "string" && schema["enum"] === undefined;
  return isFree ? { ...schema, type: ["string", "null"] } : schema;
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

const documentation: JsonObject = {
  summary: "S",
  description: "D",
  externalDocs: { url: "https://a.example" },
};

function documented(document: JsonObject): JsonObject {
  const change = eachOperation((operation) => ({
    ...operation,
    ...documentation,
    tags: ["T"],
    "x-any": 1,
    servers: [{ url: "https://other.example/base" }],
    callbacks: { told: { "https://a.example": { post: { responses: { "200": { description: "D" } } } } } },
    responses: mapped(operation["responses"], (response) => ({
      ...(isObject(response) ? response : {}),
      description: "Otherwise.",
      links: { next: { operationId: "doIt" } },
    })),
  }));
  return {
    ...change(document, 0),
    info: { title: "Other", version: "2.0.0", description: "D" },
    servers: [{ url: "https://other.example/base" }],
    tags: [{ name: "T" }],
    webhooks: { told: { post: { responses: { "200": { description: "D" } } } } },
  };
}

/** Every parameter, body, response and schema of a body by reference. */
function referring(document: JsonObject): JsonObject {
  const kept: Record<string, Record<string, JsonValue>> = {
    parameters: {},
    requestBodies: {},
    responses: {},
    schemas: {},
  };
  const refer = (section: string, value: JsonValue | undefined): JsonObject => {
    const own = kept[section] ?? {};
    const name = `Part${Object.keys(own).length}`;
    own[name] = value ?? null;
    return { $ref: `#/components/${section}/${name}` };
  };
  const content = (holder: JsonObject): JsonObject =>
    mapped(holder["content"], (each) =>
      isObject(each) ? { ...each, schema: refer("schemas", each["schema"]) } : each,
    );
  const changed = eachOperation((operation) => {
    const body = operation["requestBody"];
    return {
      ...operation,
      parameters: parametersOf(operation).map((parameter) => refer("parameters", parameter)),
      ...(isObject(body) && { requestBody: refer("requestBodies", { ...body, content: content(body) }) }),
      responses: mapped(operation["responses"], (response) =>
        refer("responses", isObject(response) ? { ...response, content: content(response) } : response),
      ),
    };
  })(document, 0);
  const components = isObject(document["components"]) ? document["components"] : {};
  return { ...changed, components: { ...components, ...kept } };
}

function eachResponse(change: (response: JsonObject, seed: number) => JsonObject): SameOperation["rewrite"] {
  return eachOperation((operation, seed) => ({
    ...operation,
    responses: mapped(operation["responses"], (response) => change(isObject(response) ? response : {}, seed)),
  }));
}

function withFreeHeaders(response: JsonObject, seed: number): JsonObject {
  if (!isObject(response["headers"])) return response;
  const others: readonly JsonObject[] = [{}, { type: "object" }, { type: "array" }];
  return {
    ...response,
    headers: mapped(response["headers"], (header) =>
      JSON.stringify(header).includes('"array"') && isObject(header)
        ? { ...header, schema: others[seed % others.length] ?? {} }
        : header,
    ),
  };
}

function withoutListed(response: JsonObject): JsonObject {
  if (!isObject(response["headers"])) return response;
  return {
    ...response,
    headers: mapped(response["headers"], (header) => {
      const { example, ...rest } = isObject(header) ? header : {};
      return /"(enum|const)"/.test(JSON.stringify(rest)) ? rest : { ...rest, example: example ?? null };
    }),
  };
}

function contentsWith(
  change: (schema: JsonObject, mediaType: string) => JsonObject,
): (holder: JsonObject) => JsonObject {
  return (holder) => ({
    ...holder,
    content: mapped(holder["content"], (media, mediaType) => {
      const schema = isObject(media) ? media["schema"] : undefined;
      return isObject(media) && isObject(schema) ? { ...media, schema: change(schema, mediaType) } : media;
    }),
  });
}

function eachHead(document: JsonObject): JsonObject {
  const other = contentsWith(() => ({ type: "integer", maximum: 3 }));
  return {
    ...document,
    paths: mapped(document["paths"], (item) =>
      mapped(item, (operation, method) =>
        method === "head" && isObject(operation)
          ? {
              ...operation,
              responses: mapped(operation["responses"], (each) => other(isObject(each) ? each : {})),
            }
          : operation,
      ),
    ),
  };
}

function withDescribed(operation: JsonObject, seed: number): JsonObject {
  const responses = isObject(operation["responses"]) ? operation["responses"] : {};
  const { default: otherwise } = responses;
  if (otherwise === undefined) return operation;
  const isRange = responses["4XX"] !== undefined;
  const described =
    seed % 2 === 0
      ? { "203": otherwise, "500": otherwise, ...(!isRange && { "422": otherwise }) }
      : { "5XX": otherwise };
  return { ...operation, responses: { ...described, ...responses } };
}

function renamedSchemes(document: JsonObject): JsonObject {
  const components = isObject(document["components"]) ? document["components"] : {};
  const schemes = isObject(components["securitySchemes"]) ? components["securitySchemes"] : {};
  const ways = Array.isArray(document["security"]) ? document["security"] : [];
  const renamed = (names: JsonValue): JsonObject =>
    Object.fromEntries(Object.keys(isObject(names) ? names : {}).map((name) => [`the_${name}`, ["read"]]));
  return {
    ...document,
    security: [...ways.toReversed(), ...ways].map(renamed),
    components: {
      ...components,
      securitySchemes: Object.fromEntries(
        Object.entries(schemes).map(([name, scheme]) => [
          `the_${name}`,
          isObject(scheme) && scheme["type"] === "http"
            ? { ...scheme, scheme: String(scheme["scheme"]).toUpperCase() }
            : (scheme ?? null),
        ]),
      ),
    },
  };
}

function optionalKey(document: JsonObject): JsonObject {
  const isOpen = JSON.stringify(document["security"]) === "[]";
  return isOpen ? { ...document, security: [{ key: [] }, {}] } : document;
}

function eachBody(change: (schema: JsonObject, mediaType: string) => JsonObject): SameOperation["rewrite"] {
  return eachOperation((operation) => {
    const body = operation["requestBody"];
    return isObject(body) ? { ...operation, requestBody: contentsWith(change)(body) } : operation;
  });
}

function textual(
  change: (schema: JsonObject) => JsonObject,
): (schema: JsonObject, mediaType: string) => JsonObject {
  return (schema, mediaType) => (mediaType.endsWith("json") ? schema : deeply(schema, change));
}

function unlisted(schema: JsonObject): JsonObject {
  const { type, ...rest } = schema;
  return type === "array" && rest["items"] !== undefined ? rest : schema;
}

function withOptionalBody(operation: JsonObject): JsonObject {
  const body = operation["requestBody"];
  if (!isObject(body) || body["required"] === true) return operation;
  const { required: _, ...rest } = body;
  return { ...operation, requestBody: rest };
}

function changedMember(mark: "readOnly" | "writeOnly"): (schema: JsonObject) => JsonObject {
  return (schema) => {
    const { properties, required } = schema;
    if (!isObject(properties)) return schema;
    const marked = Object.entries(properties).flatMap(([name, member]) =>
      isObject(member) && member[mark] === true ? [name] : [],
    );
    return {
      ...schema,
      required: [...(Array.isArray(required) ? required : []), ...marked],
      properties: mapped(properties, (member, name) =>
        marked.includes(name) ? { [mark]: true, type: "array", minItems: 1 } : member,
      ),
    };
  };
}

function markedMember(mark: "readOnly" | "writeOnly"): (schema: JsonObject) => JsonObject {
  return (schema) => ({
    ...schema,
    ...(isObject(schema["properties"]) && {
      properties: mapped(schema["properties"], (member) => {
        const { [mark]: _, ...rest } = isObject(member) ? member : {};
        return rest;
      }),
    }),
  });
}
