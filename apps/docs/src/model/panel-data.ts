import { baseUrlOptions, designClient } from "@workflow-api/client/calls";
import type { Contract, Operation, Parameter, Response } from "@workflow-api/contract";
import { mockUrl } from "../mock-url.ts";
import { isRepositoryContract, mockCommand } from "../navigation.ts";
import { inOrder } from "./operation.ts";
import { contentTypeOf, panelExamples } from "./panel-examples.ts";
import { sampleCall, sampleValue } from "./sample-call.ts";

/** The data of the contract for the panel of an operation, as JSON in the page. */
export type PanelData = ReturnType<typeof panelData>;
/** A security scheme of a requirement, as the panel knows it. */
export type PanelScheme = PanelData["requirements"][number][number];

/** Makes the data of a panel. */
export function panelData(contract: Contract, operation: Operation) {
  const { method, path, requestBody, responses, security, includes } = operation;
  const servers = serverUrls(operation);
  const [server] = servers.filter((url) => URL.canParse(url));
  const call = sampleCall(contract, operation);
  return {
    mockUrl,
    mockCommand,
    /** The initial target: the mock if it is known to run, else the first server. */
    baseUrl: isMockFirst ? mockUrl : (server ?? mockUrl),
    servers: servers.filter((url) => url !== mockUrl),
    method,
    path,
    parameters: inOrder(operation).map(parameterData),
    requestBody: requestBody && mediaOf(requestBody),
    /** The `Content-Type` of the bodies. `undefined`: there are none. */
    contentType: call && contentTypeOf(operation, call),
    responses: responses.map((response) => ({ code: response.code, ...mediaOf(response) })),
    /** The security requirements; an empty one needs no credentials. */
    requirements: (security.length === 0 ? [[]] : security).map((requirement) =>
      requirement.map(({ name, type, in: location, parameter }) => ({
        name,
        type,
        in: location,
        parameter,
      })),
    ),
    /** What the panel offers, the default first. At least one, of each documented response. */
    examples: panelExamples(contract, operation, call),
    /** Whether a valid request is known. */
    isCallable: call !== undefined || operation.scenarios.length > 0,
    includes: includes.map(({ parameter: { key, isList }, value, adds }) => ({
      value,
      adds,
      parameter: { key, isList },
    })),
    /** How the typed client makes the call. `undefined`: it is the client of another contract. */
    client: isRepositoryContract ? clientData(contract, operation) : undefined,
  };
}

/** Whether the mock is the first server: of this service, or where a URL of it is given. */
const isMockFirst = isRepositoryContract || process.env["MOCK_URL"] !== undefined;

/** The URLs of all servers, each once. */
function serverUrls({ servers }: Operation): string[] {
  return [...new Set(servers.flatMap(({ urls }) => urls))].filter((url) => url !== "");
}

function parameterData(parameter: Parameter) {
  const { key, name, in: place, required, isList, explode, style } = parameter;
  const { values = [], types } = isList ? parameter.shape.items : parameter.shape;
  return {
    key,
    name,
    in: place,
    required,
    isList,
    explode,
    style,
    forms: parameter.forms,
    default: parameter.default,
    types,
    /** The allowed values of it or its items. Empty: any. */
    choices: values,
  };
}

function mediaOf({ content }: Pick<Response, "content">) {
  return { content: content.map(({ mediaType }) => ({ mediaType })) };
}

function clientData(contract: Contract, operation: Operation) {
  const design = designClient(contract);
  return {
    method: operation.operationId,
    /** The options of the factory with a value, by the key of the parameter that they send. */
    settings: design.settings.map(({ option, parameter }) => ({
      option,
      key: parameter.key,
      value: sampleValue(parameter) ?? `<${option}>`,
    })),
    arguments: design
      .argumentsOf(operation)
      .map(({ name, parameter }) => ({ name, key: parameter.key })),
    /** The options that are URLs; `{baseUrl}` stands for that of the panel. */
    baseUrls: baseUrlOptions(contract, operation, "{baseUrl}"),
  };
}
