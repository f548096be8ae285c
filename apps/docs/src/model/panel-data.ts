import { baseUrlOptions, designClient } from "@workflow-api/client/calls";
import type {
  Contract,
  Operation,
  Parameter,
  Response,
  Scenario,
  Server,
} from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { isEqual, type JsonValue } from "@workflow-api/contract/json";
import { mockUrl } from "../mock-url.ts";
import { isRepositoryContract, mockCommand } from "../navigation.ts";
import { inOrder } from "./operation.ts";
import { type CallValues, sampleCall, sampler, scenarioCall } from "./sample-call.ts";
import { pointerOfValue, sourceJson, sourceValue } from "./source-json.ts";
import { statusName } from "./words.ts";

/** The data of the contract for the panel of an operation, as JSON in the page. */
export type PanelData = ReturnType<typeof panelData>;
export type PanelScheme = PanelData["requirements"][number][number];
export type PanelScenario = PanelData["scenarios"][number];

export function panelData(contract: Contract, operation: Operation) {
  const { method, path, requestBody, responses, security, includes, servers } = operation;
  const call = sampleCall(contract, operation);
  const scenarios = orderedScenarios(operation).flatMap((scenario) => {
    const sent = scenarioCall(contract, operation, scenario);
    return sent === undefined ? [] : [scenarioData(contract, operation, scenario, sent)];
  });
  return {
    /** The URL of the mock, the default target of the panel. */
    mockUrl,
    mockCommand,
    servers: [...new Set(servers.flatMap(serverUrls))],
    method,
    path,
    parameters: inOrder(operation).map((each) => parameterData(contract, each)),
    requestBody: requestBody && mediaOf(requestBody),
    responses: responses.map((response) => ({ code: response.code, ...mediaOf(response) })),
    /** The security requirements; an empty one needs no credentials. */
    requirements: (security.length === 0 ? [[]] : security).map((requirement) =>
      requirement.map(({ name, type, header }) => ({ name, type, header })),
    ),
    scenarios,
    /** The call of an operation without scenarios. `undefined`: there is none to show. */
    call: call && callData(contract, operation, call),
    /** The response of an operation without scenarios, made from its schema. */
    example: scenarios.length > 0 ? undefined : exampleResponse(operation),
    includes: includes.map(({ parameter: { key, isList }, value, adds }) => ({
      value,
      adds,
      parameter: { key, isList },
    })),
    /** How the typed client makes the call. `undefined`: it is the client of another contract. */
    client: isRepositoryContract ? clientData(contract, operation) : undefined,
  };
}

/** The most URLs of a server that are offered. */
const mostUrls = 20;

/** The URLs of a server: one for each choice of its variables, others have their default. */
function serverUrls({ url, variables }: Server): string[] {
  const filled = variables.reduce(
    (urls, { name, default: usual, enum: choices }) => {
      const values = choices.length > 0 ? choices : [usual];
      const fill = (text: string) =>
        values.map((value) => text.replaceAll(`{${name}}`, () => value));
      return urls.flatMap(fill).slice(0, mostUrls);
    },
    [url],
  );
  return filled.map((each) => each.replace(/\/+$/, ""));
}

function parameterData(contract: Contract, parameter: Parameter) {
  const { key, name, in: place, required, isList, explode } = parameter;
  const shape = isList ? parameter.shape.items : parameter.shape;
  const { values = [], types } = shape;
  return {
    key,
    name,
    in: place,
    required,
    isList,
    explode,
    default: parameter.default,
    types,
    /** The allowed values of it or its items. Empty: any. */
    choices: values.map((each) => sourceValue(contract, each, pointerOfValue(shape, each))),
  };
}

function mediaOf({ content }: Pick<Response, "content">) {
  return { content: content.map(({ mediaType }) => ({ mediaType })) };
}

function exampleResponse({ responses }: Operation) {
  const success = responses.find(({ isSuccess }) => isSuccess);
  if (success === undefined) return undefined;
  const [media] = success.content;
  const value = media && sampler.sample(media.shape);
  const isShown = media === undefined || value !== undefined;
  const response = value === undefined ? undefined : JSON.stringify(value, undefined, 2);
  return isShown ? { title: statusName(success.code), response } : undefined;
}

function callData(contract: Contract, { parameters }: Operation, { body, values }: CallValues) {
  const spelled = [...values].map(([key, value]) => {
    const parameter = parameters.find((each) => each.key === key);
    const example = parameter?.examples.find((each) => isEqual(each.value, value));
    const inSchema = parameter ? pointerOfValue(parameter.shape, value) : "";
    const pointer = example ? `${example.pointer}/value` : inSchema;
    return [key, sourceValue(contract, value, pointer)];
  });
  const record: Record<string, JsonValue> = Object.fromEntries(spelled);
  return { values: record, body };
}

function scenarioData(
  contract: Contract,
  operation: Operation,
  { name, pointer, summary, status, named, response }: Scenario,
  call: CallValues,
) {
  return {
    name,
    summary,
    status,
    /** The keys of the parameters that select it, and `body`. */
    named: [...named],
    title: statusName(status),
    /** The fragment of the response that documents it. */
    documentedAt: `response-${responseFor(operation, status)?.code}`,
    ...callData(contract, operation, call),
    /** The text of the body of the response. `undefined`: it has none. */
    response: response && sourceJson(contract, response.body, `${pointer}/value`),
  };
}

function clientData(contract: Contract, operation: Operation) {
  const design = designClient(contract);
  return {
    method: operation.operationId,
    /** The options of the factory with a value, by the key of the parameter that they send. */
    settings: design.settings.map(({ option, parameter }) => ({
      option,
      key: parameter.key,
      value: parameter.examples[0]?.value ?? `<${option}>`,
    })),
    arguments: design
      .argumentsOf(operation)
      .map(({ name, parameter }) => ({ name, key: parameter.key })),
    /** The options that are URLs; `{baseUrl}` stands for that of the panel. */
    baseUrls: baseUrlOptions(contract, operation, "{baseUrl}"),
  };
}

/** The scenarios of an operation: the default one, then the others. */
function orderedScenarios({ scenarios, defaultScenario: first }: Operation): Scenario[] {
  return first === undefined
    ? [...scenarios]
    : [first, ...scenarios.filter((each) => each !== first)];
}
