import { addressOptions, designClient } from "@workflow-api/client/calls";
import { type Contract, type Operation, responseFor } from "@workflow-api/contract";
import { mockUrl } from "../contract.ts";
import { statusName } from "./status.ts";

/** What the panel of an operation needs of the contract, in the page too. All of it is JSON. */
export type PanelData = ReturnType<typeof panelData>;
export type PanelParameter = PanelData["parameters"][number];
export type PanelScheme = PanelData["ways"][number][number];
export type PanelScenario = PanelData["scenarios"][number];

export function panelData(contract: Contract, operation: Operation) {
  const design = designClient(contract);
  const { operationId, method, path, requestBody, responses, security, includes } = operation;
  const media = ({ content }: { readonly content: readonly { readonly mediaType: string }[] }) => ({
    content: content.map(({ mediaType }) => ({ mediaType })),
  });
  return {
    operationId,
    /** The URL of the mock, which the panel calls until the reader names another. */
    mockUrl,
    method,
    path,
    parameters: operation.parameters.map((parameter) => {
      const shape = parameter.isList ? parameter.shape.items : parameter.shape;
      const { key, name, in: place, required, isList, explode } = parameter;
      return {
        ...{ key, name, in: place, required, isList, explode },
        /** The only values that it, or each of its items, may have. Empty: any. */
        choices: shape.values ?? [],
        types: shape.types,
      };
    }),
    takesBody: requestBody !== undefined,
    requestBody: requestBody && media(requestBody),
    responses: responses.map(media),
    /** The security requirements; one that is empty needs nothing. */
    ways: (security.length === 0 ? [[]] : security).map((way) =>
      way.map(({ name, type, header }) => ({ name, type, header })),
    ),
    scenarios: orderedScenarios(operation).map(
      ({ name, summary, status, named, values, body, response }) => ({
        name,
        summary,
        status,
        /** The keys of the parameters that decide it, and `body`. */
        named: [...named],
        title: statusName(status),
        /** The fragment of the response that documents it. */
        shownBy: `response-${responseFor(operation, status)?.code}`,
        values: Object.fromEntries(values),
        body,
        /** `undefined`: the response has no body. */
        answer: response?.body,
      }),
    ),
    includes: includes.map(({ parameter: { key, isList }, value, adds }) => ({
      ...{ value, adds },
      parameter: { key, isList },
    })),
    client: {
      method: operation.operationId,
      /** The options of the factory by the key of the parameter that they send, with a value. */
      settings: design.settings.map(({ option, parameter }) => ({
        option,
        key: parameter.key,
        value: [...parameter.examples.values()][0] ?? `<${option}>`,
      })),
      arguments: design
        .argumentsOf(operation)
        .map(({ name, parameter }) => ({ name, key: parameter.key })),
      /** The options that hold URLs; `{address}` stands for the one of the panel. */
      addresses: addressOptions(contract, operation, "{address}"),
    },
  };
}

/** The scenarios of an operation, the one that is shown first at the front. */
export function orderedScenarios({
  scenarios,
  defaultScenario,
}: Operation): Operation["scenarios"] {
  return defaultScenario === undefined
    ? scenarios
    : [defaultScenario, ...scenarios.filter((each) => each !== defaultScenario)];
}
