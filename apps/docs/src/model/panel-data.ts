import { baseUrlOptions, designClient } from "@workflow-api/client/calls";
import {
  type Contract,
  type Operation,
  type Parameter,
  type Response,
  responseFor,
  type Scenario,
} from "@workflow-api/contract";
import { mockUrl } from "../mock-url.ts";
import { mockCommand } from "../navigation.ts";
import { statusName } from "./words.ts";

/** The data of the contract for the panel of an operation, as JSON in the page. */
export type PanelData = ReturnType<typeof panelData>;
export type PanelScheme = PanelData["requirements"][number][number];
export type PanelScenario = PanelData["scenarios"][number];

export function panelData(contract: Contract, operation: Operation) {
  const { method, path, parameters, requestBody, responses, security, includes } = operation;
  return {
    /** The URL of the mock, the default target of the panel. */
    mockUrl,
    mockCommand,
    method,
    path,
    parameters: parameters.map(parameterData),
    requestBody: requestBody && mediaOf(requestBody),
    responses: responses.map(mediaOf),
    /** The security requirements; an empty one needs no credentials. */
    requirements: (security.length === 0 ? [[]] : security).map((requirement) =>
      requirement.map(({ name, type, header }) => ({ name, type, header })),
    ),
    scenarios: orderedScenarios(operation).map((scenario) => scenarioData(operation, scenario)),
    includes: includes.map(({ parameter: { key, isList }, value, adds }) => ({
      value,
      adds,
      parameter: { key, isList },
    })),
    client: clientData(contract, operation),
  };
}

function parameterData(parameter: Parameter) {
  const { shape, key, name, in: place, required, isList, explode } = parameter;
  const { values, types } = isList ? shape.items : shape;
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
    choices: values ?? [],
  };
}

function mediaOf({ content }: Pick<Response, "content">) {
  return { content: content.map(({ mediaType }) => ({ mediaType })) };
}

function scenarioData(operation: Operation, scenario: Scenario) {
  const { name, summary, status, named, values, body, response } = scenario;
  return {
    name,
    summary,
    status,
    /** The keys of the parameters that select it, and `body`. */
    named: [...named],
    title: statusName(status),
    /** The fragment of the response that documents it. */
    shownBy: `response-${responseFor(operation, status)?.code}`,
    values: Object.fromEntries(values),
    body,
    /** `undefined`: the response has no body. */
    answer: response?.body,
  };
}

/** How the typed client makes the call. */
function clientData(contract: Contract, operation: Operation) {
  const design = designClient(contract);
  return {
    method: operation.operationId,
    /** The options of the factory with a value, by the key of the parameter that they send. */
    settings: design.settings.map(({ option, parameter }) => ({
      option,
      key: parameter.key,
      value: [...parameter.examples.values()][0] ?? `<${option}>`,
    })),
    arguments: design
      .argumentsOf(operation)
      .map(({ name, parameter }) => ({ name, key: parameter.key })),
    /** The options that are URLs; `{address}` stands for that of the panel. */
    addresses: baseUrlOptions(contract, operation, "{address}"),
  };
}

/** The scenarios of an operation: the default one, then the others. */
export function orderedScenarios({ scenarios, defaultScenario: first }: Operation): Scenario[] {
  const others = scenarios.filter((each) => each !== first);
  return first === undefined ? others : [first, ...others];
}
