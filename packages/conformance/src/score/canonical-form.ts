import { documentAsSentBy, isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { contentForm, headerForm, isFree, parameterForm } from "./canonical-parameter.ts";
import { withoutDefaults } from "./canonical-responses.ts";
import { exampleValues, type ScenarioParts, scenarioValues } from "./canonical-scenarios.ts";
import { securityForm } from "./canonical-security.ts";
import { follow, items, members } from "./follow.ts";
import { sorted } from "./sorted.ts";

/**
 * What of a contract a server can show, in a form in which two contracts that ask the same of a server for a mechanical
 * reason are equal. Documentation, names of components and addresses are not in it. Each rule is proved on random
 * contracts: no request and no answer tells what it takes for equal.
 */
export function wireForm(document: JsonObject): string {
  const operations = operationsOf(document);
  // Only where an answer has no body does a name that nothing answers decide anything.
  const isTelling = operations.some(({ operation }) =>
    members(document, operation["responses"]).some(
      ([, { content }]) => members(document, content).length === 0,
    ),
  );
  const asked = documentAsSentBy(document, "client");
  const given = documentAsSentBy(document, "server");
  const answering = operationsOf(given);
  const forms = operationsOf(asked).map((each, index) => {
    const { operation } = answering[index] ?? each;
    const { strays, ...form } = operationForm({ document: asked, ...each }, { document: given, operation });
    return [each.path, each.method, form, isTelling ? strays : []];
  });
  return JSON.stringify([document["openapi"] ?? null, document["jsonSchemaDialect"] ?? dialect, forms]);
}

/** What the mock's engine reads schemas by where the contract does not say. */
const dialect = "https://json-schema.org/draft/2020-12/schema";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** An operation of a document, with the path item around it. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

/** Every operation of the paths of a document. */
export function operationsOf(document: JsonObject): PlacedOperation[] {
  return members(document, document["paths"]).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return isObject(operation) ? [{ path, method, item, operation }] : [];
    }),
  );
}

/** The parameters of an operation and of its path, by where they travel and what they are called. */
export function parametersOf(
  document: JsonObject,
  { item, operation }: PlacedOperation,
): [string, JsonObject][] {
  const found = new Map<string, JsonObject>();
  for (const parameter of [
    ...items(document, item["parameters"]),
    ...items(document, operation["parameters"]),
  ]) {
    const name = String(parameter["name"]);
    const key = `${String(parameter["in"])} ${parameter["in"] === "header" ? name.toLowerCase() : name}`;
    found.set(key, parameter);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What is answered, in the document as the server sends it. */
interface Answering {
  readonly document: JsonObject;
  readonly operation: JsonObject;
}

/** @param asked The operation in the document as a client sends it. */
function operationForm(
  asked: PlacedOperation & { readonly document: JsonObject },
  given: Answering,
): Readonly<Record<string, JsonValue>> {
  const { document, method, operation } = asked;
  const parameters = parametersOf(document, asked).filter(
    ([, parameter]) =>
      exampleValues(contentOf(document, parameter)["examples"]).size > 0 ||
      !isFree(parameterForm(document, parameter)),
  );
  const body = follow(document, operation["requestBody"]);
  const responses = members(given.document, given.operation["responses"]);
  const parts = scenarioParts(document, parameters, body, responses);
  const { isSimple, names, strays, values } = scenarioValues(parts);
  const sent = contentForm(document, isObject(body) ? body["content"] : undefined, "client");
  return {
    parameters: parameters.map(([key, parameter]) => [key, parameterForm(document, parameter)]),
    scenarios: values,
    strays,
    body: isObject(body)
      ? { required: body["required"] === true, content: isSimple ? withoutExamples(sent) : sent }
      : null,
    // The order of responses, examples and media types decides which answer is the default.
    responses: withoutDefaults(
      responses.map(([status, response]) => [
        status,
        headersForm(given.document, response["headers"]),
        method === "head"
          ? namesOnly(given.document, response["content"])
          : contentForm(given.document, response["content"], "server"),
      ]),
      {
        isOfScenario: (status) =>
          parts.responses.some(
            (each) => each.status === status && each.names.some((name) => names.includes(name)),
          ),
        hasBody: sent.length > 0,
      },
    ),
    security: securityForm(document, operation["security"] ?? document["security"]),
    // The mock's engine answers with a header that tells it.
    deprecated: operation["deprecated"] === true,
  };
}

function scenarioParts(
  document: JsonObject,
  parameters: readonly [string, JsonObject][],
  body: JsonValue | undefined,
  responses: readonly [string, JsonObject][],
): ScenarioParts {
  const namesIn = (content: JsonValue | undefined): string[] =>
    members(document, content).flatMap(([, media]) => [...exampleValues(media["examples"]).keys()]);
  return {
    parameters: parameters.map(([key, parameter]) => ({
      key,
      includes: includesOf(parameter),
      values: exampleValues(contentOf(document, parameter)["examples"]),
    })),
    body: isObject(body)
      ? { isRequired: body["required"] === true, names: namesIn(body["content"]) }
      : undefined,
    responses: responses.map(([status, { content }]) => ({
      status,
      names: namesIn(content),
    })),
  };
}

/** What each value of a parameter includes; only one in the query includes anything. */
function includesOf(parameter: JsonObject): JsonObject | undefined {
  const includes = parameter["x-includes"];
  return parameter["in"] === "query" && isObject(includes) ? includes : undefined;
}

/** The examples of a parameter that is described by a media type stand there. */
function contentOf(document: JsonObject, parameter: JsonObject): JsonObject {
  const [media] = members(document, parameter["content"]);
  return media === undefined ? parameter : media[1];
}

/** The answer to a HEAD has no body, but its examples are scenarios. */
function namesOnly(document: JsonObject, content: JsonValue | undefined): JsonValue {
  return members(document, content).map(([mediaType, media]) => [
    mediaType,
    [...exampleValues(media["examples"]).keys()],
  ]);
}

function withoutExamples(content: readonly JsonValue[][]): JsonValue {
  return content.map((media) => media.toSpliced(2, 1));
}

function headersForm(document: JsonObject, headers: JsonValue | undefined): JsonValue {
  const forms = members(document, headers).map(([name, header]) => [
    name.toLowerCase(),
    headerForm(document, header),
  ]);
  return sorted(Object.fromEntries(forms));
}
