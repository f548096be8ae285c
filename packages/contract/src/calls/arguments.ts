import type { Contract, Operation, Parameter } from "../model.ts";
import { claim, pascalCase } from "./names.ts";
import { isSameHeader, type Setting } from "./settings.ts";
import { isUnlisted } from "./unlisted.ts";

/** An argument of a method. */
export interface Argument {
  readonly name: string;
  readonly parameter: Parameter;
}

const PLACES: readonly Parameter["in"][] = ["path", "query", "header", "cookie"];

// The argument of the request body, and what every object has: an optional argument of such a name is never absent.
const RESERVED = ["body", ...Object.getOwnPropertyNames(Object.prototype)];

/** The arguments are called as the parameters are; where two clash, the later one says where it travels. */
export function argumentsIn(
  contract: Contract,
  operation: Operation,
  settings: readonly Setting[],
): Argument[] {
  const taken = new Set(RESERVED);
  return PLACES.flatMap((place) => operation.parameters.filter((parameter) => parameter.in === place))
    .filter((parameter) => !isUnlisted(contract, operation, parameter))
    .filter((parameter) => !settings.some((setting) => isSameHeader(setting.parameter, parameter)))
    .map((parameter) => {
      const { name } = parameter;
      const free = taken.has(name) ? parameter.in + pascalCase(name) : name;
      return { name: claim(free, taken), parameter };
    });
}
