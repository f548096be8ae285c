import { exampleParameter } from "../example-request.ts";
import { type FormPart, isMultipart, partsOfForm } from "../form-body.ts";
import { isObject, type JsonValue } from "../json.ts";
import { isJson } from "../media-type.ts";
import type { Contract, MediaType, Operation, Parameter, RequestBody, Scenario } from "../model.ts";
import { parameterKey } from "../read-parameter.ts";
import { scenarioBody } from "../request.ts";
import { scenarioValues } from "../scenario-values.ts";
import { sentMediaType } from "../sent-media-type.ts";
import { serializeParameter } from "../serialize-parameter.ts";
import { designClient } from "./client-design.ts";
import { isSameHeader } from "./settings.ts";

/** A call in the words of the client that is generated from a contract. */
export interface ClientCall {
  readonly method: string;
  /** What the factory takes besides the addresses and `auth`. */
  readonly options: Readonly<Record<string, JsonValue>>;
  readonly arguments: Readonly<Record<string, JsonValue>>;
  /** The parts of a `body` that the client takes as a `FormData`; it is none of the arguments then. */
  readonly form?: readonly FormPart[];
  /** The `body` that the client takes as a `Blob`, because it has to say its own type; it is none of the arguments then. */
  readonly blob?: Pick<FormPart, "text" | "contentType">;
}

/**
 * Says how the client of a contract sends a request: what its method, its options and its arguments are called, which is
 * the client's own choice. For programs that show or make calls of a contract that they meet at run time.
 *
 * @param values - The values of parameters, by {@link parameterKey}; what is not there is left out.
 * @param body - The request body; `undefined`: none.
 * @returns Options that only other operations need have the sample of the contract.
 */
export function clientCall(
  contract: Contract,
  operation: Operation,
  values: ReadonlyMap<string, JsonValue>,
  body?: JsonValue,
): ClientCall {
  const design = designClient(contract);
  const given = (parameter: Parameter): JsonValue | undefined => values.get(parameterKey(parameter));
  const args = design.argumentsOf(operation).map(({ name, parameter }) => [name, given(parameter)] as const);
  const options = design.settings.map((setting) => {
    const own = operation.parameters.find((each) => isSameHeader(each, setting.parameter));
    const value = own === undefined ? exampleParameter(contract, setting.parameter) : given(own);
    return [setting.option, textOf(own ?? setting.parameter, value)] as const;
  });
  const made = madeBody(operation, body);
  return {
    method: design.methodOf(operation),
    options: present(options),
    ...(made === undefined
      ? { arguments: present([...args, ["body", body]]) }
      : { arguments: present(args), ...made }),
  };
}

/**
 * The call that sends the request of a scenario. What it leaves open but the client requires has the sample of the
 * contract.
 */
export function scenarioCall(contract: Contract, operation: Operation, scenario: Scenario): ClientCall {
  const values = scenarioValues(operation, scenario);
  const call = clientCall(contract, operation, values, scenarioBody(operation, scenario));
  return { ...call, options: { ...sampleOptions(contract), ...call.options } };
}

/** What the factory takes besides the addresses and `auth`, with the samples of the contract. */
export function sampleOptions(contract: Contract): ClientCall["options"] {
  const { settings } = designClient(contract);
  return present(
    settings.map((setting) => [
      setting.option,
      textOf(setting.parameter, exampleParameter(contract, setting.parameter)),
    ]),
  );
}

/** Where the client takes the value of a parameter: an argument of the method, or an option of the factory. */
export type ClientPlace = { readonly argument: string } | { readonly option: string };

/** Where the client takes the value of a parameter. `undefined`: nowhere, as with `Accept` and credentials. */
export function clientPlace(
  contract: Contract,
  operation: Operation,
  parameter: Parameter,
): ClientPlace | undefined {
  const design = designClient(contract);
  const setting = design.settings.find((each) => isSameHeader(each.parameter, parameter));
  if (setting !== undefined) return { option: setting.option };
  const key = parameterKey(parameter);
  const found = design.argumentsOf(operation).find((each) => parameterKey(each.parameter) === key);
  return found && { argument: found.name };
}

/** A body that is no JSON value to the client. */
function madeBody(
  { requestBody }: Operation,
  body: JsonValue | undefined,
): Pick<ClientCall, "form" | "blob"> | undefined {
  const media = requestBody && bodyMediaType(requestBody);
  if (media === undefined) return undefined;
  if (isMultipart(media.mediaType) && isObject(body)) return { form: partsOfForm(media, body) };
  if (typeof body !== "string") return undefined;
  // What the contract leaves open, the Blob has to say.
  const contentType = sentMediaType(media.mediaType, body);
  return contentType === media.mediaType ? undefined : { blob: { text: body, contentType } };
}

/** The representation in which the client sends a body: JSON if there is a choice. */
function bodyMediaType({ content }: RequestBody): MediaType | undefined {
  return content.find(({ mediaType }) => isJson(mediaType)) ?? content[0];
}

/** The client takes what the header holds. A value of another type than the contract's is the client's to refuse. */
function textOf(parameter: Parameter, value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || !parameter.accepts(value)) return value;
  return serializeParameter(parameter, value);
}

function present<Value>(
  entries: readonly (readonly [string, Value | undefined])[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
