import { parsePointer } from "../json.ts";
import type { Contract, Operation, Parameter } from "../model.ts";
import { type AddProblem, ofRule } from "../profile/consistency.ts";
import type { Shape } from "../schema/shape.ts";

// The rules of this project for what a request decides about a 2xx body (`x-includes`,
// `x-identifies`). What the bodies of scenarios lack is found with the scenarios.

/** Reports what is wrong with the extensions of an operation. */
export function checkExtensions(
  contract: Contract,
  operation: Operation,
  addProblem: AddProblem,
): void {
  checkIncludes(operation, ofRule("includes-valid", addProblem));
  for (const parameter of operation.parameters)
    checkIdentity(contract, parameter, ofRule("ids-valid", addProblem));
}

/**
 * The values of a parameter and those in its `x-includes` must be the same, and a 2xx body must
 * declare what each adds, and not require it.
 */
function checkIncludes(operation: Operation, addProblem: AddProblem): void {
  const { includes } = operation;
  for (const { adds, parameter, pointer, value } of includes) {
    const { holders, last } = holdersOf([operation], adds);
    const what = `include "${value}"`;
    if (!allowedValues(parameter).includes(value))
      addProblem(
        pointer,
        `${what} is not in the enum of parameter "${parameter.name}": add it, or correct the name`,
      );
    if (!holders.some(({ names }) => names.includes(last)))
      addProblem(pointer, `${what} adds ${adds}, ${undeclared}`);
    if (holders.some(({ required }) => required.has(last)))
      addProblem(
        pointer,
        `${what} adds ${adds}, which the 2xx body requires: take "${last}" out of required`,
      );
  }
  for (const parameter of new Set(includes.map((include) => include.parameter)))
    for (const value of allowedValues(parameter))
      if (!includes.some((each) => each.parameter === parameter && each.value === value))
        addProblem(
          `${parameter.pointer}/x-includes`,
          `value "${value}" of parameter "${parameter.name}" is not in x-includes: add it there`,
        );
}

const undeclared = "which no 2xx body declares outside of a list: correct the pointer";

/** The objects of 2xx bodies that contain the member at a pointer, which leads into no array. */
function holdersOf(
  operations: readonly Operation[],
  pointer: string,
): { readonly holders: readonly Shape[]; readonly last: string } {
  const tokens = parsePointer(pointer);
  const last = tokens.pop() ?? "";
  const holders = operations
    .flatMap(({ responses }) => responses)
    .flatMap(({ content, isSuccess }) => (isSuccess ? content : []))
    .map(({ shape }) => tokens.reduce((outer, token) => outer.property(token), shape));
  return { holders, last };
}

/** What a parameter identifies must be declared by the 2xx body of one of its operations. */
function checkIdentity(
  contract: Contract,
  { identifies, name, pointer }: Parameter,
  addProblem: AddProblem,
): void {
  if (identifies === undefined) return;
  const sharing = contract.operations.filter(({ parameters }) =>
    parameters.some((parameter) => parameter.pointer === pointer),
  );
  const { holders, last } = holdersOf(sharing, identifies);
  if (!holders.some(({ names }) => names.includes(last)))
    addProblem(
      `${pointer}/x-identifies`,
      `parameter "${name}" identifies ${identifies}, ${undeclared}`,
    );
}

function allowedValues({ isList, shape }: Parameter): string[] {
  return ((isList ? shape.items : shape).values ?? []).map(String);
}
