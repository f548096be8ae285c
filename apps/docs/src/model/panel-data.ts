import { baseUrlOptions, designClient } from "@workflow-api/client/calls";
import { type Contract, type Operation, responseFor } from "@workflow-api/contract";
import { mockUrl } from "../contract.ts";
import { statusName } from "./words.ts";

/** The data of the contract for the panel of an operation, as JSON in the page. */
export type PanelData = ReturnType<typeof panelData>;
export type PanelParameter = PanelData["parameters"][number];
export type PanelScheme = PanelData["requirements"][number][number];
export type PanelScenario = PanelData["scenarios"][number];

export function panelData(contract: Contract, operation: Operation) {
  const design = designClient(contract);
  const { method, path, requestBody, responses, security, includes } = operation;
  const media = ({ content }: { readonly content: readonly { readonly mediaType: string }[] }) => ({
    content: content.map(({ mediaType }) => ({ mediaType })),
  });
  return {
    /** The URL of the mock, the default target of the panel. */
    mockUrl,
    method,
    path,
    parameters: operation.parameters.map((parameter) => {
      const shape = parameter.isList ? parameter.shape.items : parameter.shape;
      const { key, name, in: place, required, isList, explode } = parameter;
      return {
        ...{ key, name, in: place, required, isList, explode },
        /** The allowed values of it or its items. Empty: any. */
        choices: shape.values ?? [],
        types: shape.types,
      };
    }),
    requestBody: requestBody && media(requestBody),
    responses: responses.map(media),
    /** The security requirements; an empty one needs no credentials. */
    requirements: (security.length === 0 ? [[]] : security).map((requirement) =>
      requirement.map(({ name, type, header }) => ({ name, type, header })),
    ),
    scenarios: orderedScenarios(operation).map(
      ({ name, summary, status, named, values, body, response }) => ({
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
      }),
    ),
    includes: includes.map(({ parameter: { key, isList }, value, adds }) => ({
      ...{ value, adds },
      parameter: { key, isList },
    })),
    client: {
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
    },
  };
}

/** The scenarios of an operation, in the order of the panel. */
export function orderedScenarios({
  scenarios,
  defaultScenario,
}: Operation): Operation["scenarios"] {
  return defaultScenario === undefined
    ? scenarios
    : [defaultScenario, ...scenarios.filter((each) => each !== defaultScenario)];
}
