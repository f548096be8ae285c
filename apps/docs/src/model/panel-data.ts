import { addressOptions, designClient } from "@workflow-api/client/calls";
import {
  type Contract,
  facetsOf,
  type Include,
  itemPlaces,
  type JsonValue,
  listedValues,
  type Operation,
  type RequestShape,
  typesOf,
} from "@workflow-api/contract";
import { mockUrl } from "../contract.ts";
import { statusName } from "./status.ts";

/**
 * What the panel of an operation works with, in the page as when the page is made. All of it is
 * JSON.
 */
export interface PanelData extends RequestShape {
  readonly operationId: string;
  /** The URL of the mock, which the panel calls until the reader names another. */
  readonly mockUrl: string;
  readonly parameters: readonly PanelParameter[];
  readonly takesBody: boolean;
  readonly ways: readonly (readonly PanelScheme[])[];
  readonly scenarios: readonly PanelScenario[];
  readonly includes: readonly Include[];
  readonly client: {
    readonly method: string;
    /** The options of the factory by the key of the parameter that they send, with a value. */
    readonly settings: readonly {
      readonly option: string;
      readonly key: string;
      readonly value: JsonValue;
    }[];
    readonly arguments: readonly { readonly name: string; readonly key: string }[];
    /** The options that hold addresses; `{address}` stands for the one of the panel. */
    readonly addresses: Readonly<Record<string, string>>;
  };
}

export type PanelParameter = RequestShape["parameters"][number] & {
  /** The only values that it, or each of its items, may have. Empty: any. */
  readonly choices: readonly JsonValue[];
  readonly types: readonly string[];
};

export interface PanelScheme {
  readonly name: string;
  readonly type: "apiKey" | "bearer" | "basic";
  readonly header: string;
}

export interface PanelScenario {
  readonly name: string;
  readonly summary: string;
  readonly status: number;
  /** The keys of the parameters that decide it, and `body`. */
  readonly named: readonly string[];
  /** The status with its reason phrase. */
  readonly title: string;
  readonly values: Readonly<Record<string, JsonValue>>;
  readonly body: JsonValue | undefined;
  /** `undefined`: the answer has no body. */
  readonly answer: JsonValue | undefined;
}

/** What the panel of an operation needs of the contract. */
export function panelData(contract: Contract, operation: Operation): PanelData {
  const { document } = contract;
  const design = designClient(contract);
  const { operationId, method, path, requestBody, responses, security, includes } = operation;
  const media = ({ content }: { readonly content: readonly { readonly mediaType: string }[] }) => ({
    content: content.map(({ mediaType }) => ({ mediaType })),
  });
  return {
    operationId,
    mockUrl,
    method,
    path,
    parameters: operation.parameters.map((parameter) => {
      const facets = facetsOf(document, [parameter]);
      const places = parameter.isList ? itemPlaces(facets) : [parameter];
      return {
        ...parameter,
        schema: true,
        examples: new Map(),
        description: "",
        choices: listedValues(facetsOf(document, places)) ?? [],
        types: typesOf(document, places),
      };
    }),
    takesBody: requestBody !== undefined,
    requestBody: requestBody && media(requestBody),
    responses: responses.map(media),
    ways: (security.length === 0 ? [[]] : security).map((way) =>
      way.map(({ name, type, header }) => ({ name, type, header })),
    ),
    scenarios: orderedScenarios(operation).map(
      ({ name, summary, status, named, values, body, response }) => ({
        name,
        summary,
        status,
        named: [...named],
        title: statusName(status),
        values: Object.fromEntries(values),
        body,
        answer: response?.body,
      }),
    ),
    includes: includes.map((include) => ({
      ...include,
      parameter: { ...include.parameter, schema: true, examples: new Map(), description: "" },
    })),
    client: {
      method: design.methodOf(operation),
      settings: design.settings.map(({ option, parameter }) => ({
        option,
        key: parameter.key,
        value: [...parameter.examples.values()][0] ?? `<${option}>`,
      })),
      arguments: design
        .argumentsOf(operation)
        .map(({ name, parameter }) => ({ name, key: parameter.key })),
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
