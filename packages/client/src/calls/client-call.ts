import type { Contract, JsonValue, Operation, Parameter } from "@workflow-api/contract";
import { designClient } from "./design.ts";

/** A call in the words of the client that is generated from a contract. */
export interface ClientCall {
  readonly method: string;
  /** What the factory takes besides `baseUrl` and `auth`. */
  readonly options: Readonly<Record<string, JsonValue>>;
  readonly arguments: Readonly<Record<string, JsonValue>>;
}

/**
 * Says how the client of a contract sends a request: what its method, its options and its arguments are called, which is
 * the generator's own choice. For programs that show or make calls of a contract that they meet at run time.
 *
 * @param valueFor - The value of a parameter of the operation; `undefined` leaves it out.
 * @param body - The request body; `undefined`: none.
 * @returns Options that only other operations need have the sample of the contract.
 */
export function clientCall(
  contract: Contract,
  operation: Operation,
  valueFor: (parameter: Parameter) => JsonValue | undefined,
  body?: JsonValue,
): ClientCall {
  const design = designClient(contract);
  const own = design.settingsOf(operation);
  const options = design.settings.map((setting): [string, JsonValue | undefined] => {
    const parameter = own.includes(setting) ? sameHeader(operation, setting.parameter) : undefined;
    return [setting.option, parameter ? valueFor(parameter) : (setting.parameter.sample ?? "text")];
  });
  const args = design
    .argumentsOf(operation)
    .map(({ name, parameter }) => [name, valueFor(parameter)] as const);
  return {
    method: design.methodOf(operation),
    options: given(options),
    arguments: given([...args, ["body", body]]),
  };
}

function sameHeader({ parameters }: Operation, { name }: Parameter): Parameter | undefined {
  return parameters.find((each) => each.in === "header" && each.name.toLowerCase() === name.toLowerCase());
}

function given(
  entries: readonly (readonly [string, JsonValue | undefined])[],
): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
