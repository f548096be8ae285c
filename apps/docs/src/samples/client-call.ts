import { schemes, settings, wire } from "@workflow-api/client/wire";
import {
  type Contract,
  type JsonValue,
  type Operation,
  type Parameter,
  parameterKey,
  type Scenario,
  type SecurityAlternative,
  scenarioBody,
} from "@workflow-api/contract";
import { credentialOf } from "../view/security.ts";

/** A call of the typed client. */
export interface ClientCall {
  readonly method: string;
  /** The options of the factory. */
  readonly options: Readonly<Record<string, JsonValue>>;
  readonly args: Readonly<Record<string, JsonValue>>;
}

/**
 * The call of the typed client that sends the request of a scenario. `undefined`: the client does not have the
 * operation (it is generated from another contract), or its types refuse these values.
 */
export function clientCall(
  contract: Contract,
  operation: Operation,
  scenario: Scenario,
  way: SecurityAlternative,
): ClientCall | undefined {
  const row = wire[operation.operationId];
  if (row === undefined || row.method !== operation.method || row.path !== operation.path) {
    return undefined;
  }
  const values = sentValues(operation, scenario);
  if (values === undefined) {
    return undefined;
  }
  const body = scenarioBody(operation, scenario);
  return {
    method: operation.operationId,
    options: clientOptions(contract, operation, way, values),
    args: { ...argumentsOf(operation, values), ...(body === undefined ? {} : { body }) },
  };
}

/** The options of the factory for an operation, with these values of the headers that it fills. */
export function clientOptions(
  contract: Contract,
  operation: Operation,
  way: SecurityAlternative,
  values: ReadonlyMap<string, JsonValue>,
): Record<string, JsonValue> {
  return {
    ...addressOptions(contract, operation),
    ...settingOptions(contract, values),
    ...authOptions(way),
  };
}

/** Where the client takes the value of a parameter: an argument of the method, or an option of the factory. */
export function placeInClient(
  { operationId }: Operation,
  parameter: Parameter,
): { readonly argument: string } | { readonly option: string } {
  const header = parameterKey(parameter);
  const setting = Object.entries(settings).find(
    ([, { header: name }]) => `header ${name.toLowerCase()}` === header,
  );
  if (setting !== undefined) {
    return { option: setting[0] };
  }
  const listed = wire[operationId]?.parameters?.find(
    (each) => each.in === parameter.in && each.name === parameter.name,
  );
  return { argument: listed?.argument ?? parameter.name };
}

/** What the scenario sends, and a sample for each required parameter that it leaves open. */
function sentValues(operation: Operation, scenario: Scenario): Map<string, JsonValue> | undefined {
  const values = new Map<string, JsonValue>();
  for (const parameter of operation.parameters) {
    const key = parameterKey(parameter);
    const value = scenario.values.get(key) ?? (parameter.required ? parameter.sample : undefined);
    if (value !== undefined) {
      if (parameter.validate(value).length > 0) {
        return undefined;
      }
      values.set(key, value);
    }
  }
  return values;
}

/** The main address, and the operation's own where its default is another. */
function addressOptions({ servers }: Contract, operation: Operation): Record<string, JsonValue> {
  const main = servers[0]?.defaultUrl ?? "";
  const own = operation.servers[0]?.defaultUrl ?? main;
  const { option, suffix = "" } = wire[operation.operationId]?.address ?? {};
  const address = own.endsWith(suffix) ? own.slice(0, own.length - suffix.length) : own;
  return { baseUrl: main, ...(option === undefined || address === main ? {} : { [option]: address }) };
}

function settingOptions(
  { operations }: Contract,
  values: ReadonlyMap<string, JsonValue>,
): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([option, { header }]) => {
      const key = `header ${header.toLowerCase()}`;
      const declared = operations
        .flatMap(({ parameters }) => parameters)
        .find((each) => parameterKey(each) === key);
      const value = values.get(key) ?? declared?.sample;
      return value === undefined ? [] : [[option, value]];
    }),
  );
}

function authOptions(way: SecurityAlternative): Record<string, JsonValue> {
  const members = way.flatMap((scheme): [string, JsonValue][] => {
    const placeholder = credentialOf(scheme)?.placeholder;
    if (placeholder === undefined) {
      return [];
    }
    const isBasic = schemes[scheme.key]?.basic !== undefined;
    return [[scheme.key, isBasic ? { username: placeholder, password: placeholder } : placeholder]];
  });
  return members.length === 0 ? {} : { auth: Object.fromEntries(members) };
}

function argumentsOf(
  operation: Operation,
  values: ReadonlyMap<string, JsonValue>,
): Record<string, JsonValue> {
  return Object.fromEntries(
    operation.parameters.flatMap((parameter): [string, JsonValue][] => {
      const value = values.get(parameterKey(parameter));
      const place = placeInClient(operation, parameter);
      return value === undefined || "option" in place ? [] : [[place.argument, value]];
    }),
  );
}
