import type { Contract, Operation, Parameter } from "../model.ts";
import { camelCase, claim } from "./names.ts";
import { isUnlisted } from "./unlisted.ts";

/** A header that the client sends by itself, from an option of the factory. */
export interface Setting {
  readonly option: string;
  readonly parameter: Parameter;
}

/**
 * A required header says who is asking rather than what is asked for if it is on more than half of the operations, or
 * is a component that several paths share: it is given once, to the factory. It is called as the header is, without
 * `X-`.
 */
export function settingsIn(contract: Contract, taken: Set<string>): Setting[] {
  const { operations } = contract;
  const found: Setting[] = [];
  const candidates = operations.flatMap((operation) =>
    operation.parameters.filter((each) => isSettable(each) && !isUnlisted(contract, operation, each)),
  );
  for (const parameter of candidates) {
    if (found.some((each) => isSameHeader(each.parameter, parameter))) continue;
    const holders = operations.filter((each) =>
      each.parameters.some((other) => isSameHeader(other, parameter)),
    );
    if (holders.length * 2 <= operations.length && !isShared(parameter, holders)) continue;
    found.push({ option: claim(camelCase(parameter.name.replace(/^x-/i, "")), taken), parameter });
  }
  return found;
}

/** Whether two parameters are one required header. */
export function isSameHeader(one: Parameter, other: Parameter): boolean {
  const isRequiredHeader = one.in === "header" && other.in === "header" && one.required && other.required;
  return isRequiredHeader && one.name.toLowerCase() === other.name.toLowerCase();
}

/** Headers that are about one request or one resource, whoever sends it. */
const aboutTheRequest = /^(if-|range$|prefer$|idempotency-key$|traceparent$)|(request|correlation)-id$/i;

function isSettable({ in: place, required, name }: Parameter): boolean {
  return place === "header" && required && !aboutTheRequest.test(name);
}

function isShared({ parameterPointer }: Parameter, holders: readonly Operation[]): boolean {
  const paths = new Set(holders.map(({ path }) => path));
  return parameterPointer.startsWith("/components/parameters/") && paths.size > 1;
}
