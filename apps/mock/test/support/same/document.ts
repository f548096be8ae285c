import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { eachOperation, mapped, parametersOf, type SameOperation } from "./walk.ts";

/** What no request and no answer shows of the whole of a document, its references and its security. */
export const sameDocuments: readonly SameOperation[] = [
  { rule: "documentation and addresses", rewrite: documented },
  { rule: "where what is referred to stands", rewrite: referring },
  { rule: "what security schemes are called, their order and scopes", rewrite: renamedSchemes },
  { rule: "the dialect that schemas are read by anyway", rewrite: withDialect },
];

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

function withDialect(document: JsonObject): JsonObject {
  return { ...document, jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema" };
}
