import { type Contract, type Operation, parameterKey, type Scenario } from "@workflow-api/contract";

/** The call of the typed client that sends a scenario's request, for people to copy: `api` is the client. */
export function clientCall(contract: Contract, operation: Operation, { values, body }: Scenario): string {
  const args = operation.parameters.flatMap((parameter) => {
    const value = values.get(parameterKey(parameter));
    // What every operation has in a header is the client's, and not an argument of a call.
    const isCommon =
      parameter.in === "header" &&
      contract.operations.every(({ parameters }) => parameters.some(({ name }) => name === parameter.name));
    return value === undefined || isCommon ? [] : [`${camelCase(parameter.name)}: ${JSON.stringify(value)}`];
  });
  const all = body === undefined ? args : [...args, `body: ${JSON.stringify(body)}`];
  return `await api.${operation.operationId}(${all.length === 0 ? "" : `{ ${all.join(", ")} }`})`;
}

function camelCase(name: string): string {
  return name
    .replace(/^x-/i, "")
    .replaceAll(/[^\p{L}\p{N}$]+(.)?/gu, (_, next: string | undefined) => next?.toUpperCase() ?? "")
    .replace(/^\p{Lu}+(?=\p{Lu}|$)|^\p{Lu}/u, (start) => start.toLowerCase());
}
