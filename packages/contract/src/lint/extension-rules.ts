import { isSuccess } from "../http.ts";
import { parsePointer } from "../json.ts";
import type { Contract, Include, Operation, Parameter } from "../model.ts";
import { type AddProblem, ofRule } from "../profile/consistency.ts";
import { askedIncludes } from "../scenarios/extensions.ts";
import type { Shape } from "../shape.ts";

// The rules of this project for what a request decides about a 2xx body (`x-includes`,
// `x-identifies`).

/** Reports what is wrong with the extensions of an operation. */
export function checkExtensions(
  contract: Contract,
  operation: Operation,
  addProblem: AddProblem,
): void {
  for (const include of operation.includes)
    checkInclude(operation, include, ofRule("includes-valid", addProblem));
  for (const parameter of new Set(operation.includes.map((include) => include.parameter)))
    checkShown(operation, parameter, addProblem);
  for (const parameter of operation.parameters)
    checkIdentity(contract, parameter, ofRule("ids-valid", addProblem));
}

/**
 * A value in `x-includes` must be one of the parameter's, and a 2xx body must declare what it adds
 * as optional.
 */
function checkInclude(operation: Operation, include: Include, addProblem: AddProblem): void {
  const { adds, parameter, pointer, value } = include;
  const { holders, last } = holdersOf([operation], adds);
  const what = `include "${value}"`;
  if (!choicesAt(parameter).includes(value))
    addProblem(
      pointer,
      `${what} is not in the enum of parameter "${parameter.name}": add it, or correct the name`,
    );
  if (!holders.some(({ names }) => names.includes(last)))
    addProblem(
      pointer,
      `${what} adds ${adds}, which no 2xx body declares outside of a list: correct the pointer`,
    );
  if (holders.some(({ required }) => required.has(last)))
    addProblem(
      pointer,
      `${what} adds ${adds}, which the 2xx body requires: take "${last}" out of required`,
    );
}

/** The objects of 2xx bodies that contain the member at a pointer, which leads into no array. */
function holdersOf(
  operations: readonly Operation[],
  pointer: string,
): { readonly holders: readonly Shape[]; readonly last: string } {
  const tokens = parsePointer(pointer);
  const last = tokens.pop() ?? "";
  const holders = operations
    .flatMap(({ responses }) => responses)
    .flatMap(({ content, isSuccess: succeeds }) => (succeeds ? content : []))
    .map(({ shape }) => tokens.reduce((outer, token) => outer.property(token), shape));
  return { holders, last };
}

/**
 * What a parameter identifies must be declared by the 2xx body of one of its operations, and allow
 * the parameter's examples.
 */
function checkIdentity(contract: Contract, parameter: Parameter, addProblem: AddProblem): void {
  const { examples, identifies, isList, name } = parameter;
  if (identifies === undefined) return;
  const sharing = contract.operations.filter(({ parameters }) =>
    parameters.some(({ pointer }) => pointer === parameter.pointer),
  );
  const { holders, last } = holdersOf(sharing, identifies);
  const isTaken = [...examples.values()].every((value) =>
    holders.every((holder) => {
      const id = holder.property(last);
      const written = id.types.includes("string") ? String(value) : value;
      return id.violations(written).length === 0;
    }),
  );
  const pointer = `${parameter.pointer}/x-identifies`;
  const what = `parameter "${name}" identifies ${identifies}`;
  if (isList)
    addProblem(
      pointer,
      `parameter "${name}" is a list, and identifies one thing: take x-identifies away`,
    );
  if (!holders.some(({ names }) => names.includes(last)))
    addProblem(
      pointer,
      `${what}, which no 2xx body declares outside of a list: correct the pointer`,
    );
  if (!isTaken)
    addProblem(pointer, `${what}, which does not allow its examples: let both have one schema`);
}

function choicesAt({ isList, shape }: Parameter): string[] {
  return ((isList ? shape.items : shape).values ?? []).map(String);
}

/**
 * Every value of a parameter with includes must add something, and one 2xx scenario must ask for
 * everything.
 */
function checkShown(operation: Operation, parameter: Parameter, addProblem: AddProblem): void {
  const { includes, operationId, scenarios } = operation;
  const pointer = `${parameter.pointer}/x-includes`;
  for (const choice of choicesAt(parameter))
    if (!includes.some((each) => each.parameter === parameter && each.value === choice))
      addProblem(
        pointer,
        `value "${choice}" of parameter "${parameter.name}" is not in x-includes: add it there`,
        "includes-valid",
      );
  const isShown = scenarios.some(({ status, values }) => {
    const asked = askedIncludes(operation, values).map(({ adds }) => adds);
    return isSuccess(status) && includes.every(({ adds }) => asked.includes(adds));
  });
  if (!isShown)
    addProblem(
      pointer,
      `no 2xx scenario of ${operationId} asks for everything that can be included: let one do so`,
      "includes-shown",
    );
}
