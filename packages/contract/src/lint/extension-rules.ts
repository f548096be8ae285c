import { isSuccess } from "../http.ts";
import { parsePointer } from "../json.ts";
import type { Contract, Include, Operation, Parameter, Scenario } from "../model.ts";
import { type Finding, findingsAt } from "../profile/kind.ts";
import { askedIncludes } from "../scenarios/extensions.ts";
import type { Shape } from "../shape.ts";

// The rules of this project for what a request decides about a 2xx body (`x-includes`,
// `x-identifies`).

/** What is wrong with the extensions of an operation. */
export function extensionFindings(contract: Contract, operation: Operation): Finding[] {
  const { includes, parameters } = operation;
  return [
    ...includes.flatMap((include) => wrongInclude(operation, include)),
    ...(includes.length > 0 ? unshown(operation) : []),
    ...parameters.flatMap((parameter) => wrongIdentity(contract, parameter)),
  ];
}

/**
 * A value in `x-includes` must be one of the parameter's, and a 2xx body must declare what it adds
 * as optional.
 */
function wrongInclude(operation: Operation, include: Include): Finding[] {
  const { adds, parameter, pointer, value } = include;
  const { holders, last } = holdersOf([operation], adds);
  const what = `include "${value}"`;
  return findingsAt(
    pointer,
    !choicesAt(parameter).includes(value) &&
      `${what} is not in the enum of parameter "${parameter.name}": add it, or correct the name`,
    !holders.some(({ names }) => names.includes(last)) &&
      `${what} adds ${adds}, which no 2xx body declares outside of a list: correct the pointer`,
    holders.some(({ required }) => required.has(last)) &&
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
  const bodies = operations
    .flatMap(({ responses }) => responses)
    .filter(({ isSuccess }) => isSuccess)
    .flatMap(({ content }) => content);
  const holders = bodies.map(({ shape }) =>
    tokens.reduce((outer, token) => outer.property(token), shape),
  );
  return { holders, last };
}

/**
 * What a parameter identifies must be declared by the 2xx body of one of its operations, and allow
 * the parameter's examples.
 */
function wrongIdentity(
  { operations }: Contract,
  { examples, identifies, isList, name, pointer }: Parameter,
): Finding[] {
  if (identifies === undefined) return [];
  const sharing = operations.filter(({ parameters }) =>
    parameters.some((each) => each.pointer === pointer),
  );
  const { holders, last } = holdersOf(sharing, identifies);
  const ids = holders.map((holder) => holder.property(last));
  const isTaken = [...examples.values()].every((value) =>
    ids.every((id) => {
      const written = id.types.includes("string") ? String(value) : value;
      return id.violations(written).length === 0;
    }),
  );
  const what = `parameter "${name}" identifies ${identifies}`;
  return findingsAt(
    `${pointer}/x-identifies`,
    isList && `parameter "${name}" is a list, and identifies one thing: take x-identifies away`,
    !holders.some(({ names }) => names.includes(last)) &&
      `${what}, which no 2xx body declares outside of a list: correct the pointer`,
    !isTaken && `${what}, which does not allow its examples: let both have one schema`,
  );
}

function choicesAt({ isList, shape }: Parameter): string[] {
  return ((isList ? shape.items : shape).values ?? []).map(String);
}

/**
 * Every value of a parameter with includes must add something, and one 2xx scenario must ask for
 * everything.
 */
function unshown(operation: Operation): Finding[] {
  const { includes, operationId, scenarios } = operation;
  const isFull = ({ status, values }: Scenario): boolean => {
    const asked = askedIncludes(operation, values).map(({ adds }) => adds);
    return isSuccess(status) && includes.every(({ adds }) => asked.includes(adds));
  };
  const full =
    !scenarios.some(isFull) &&
    `no 2xx scenario of ${operationId} asks for everything that can be included: let one do so`;
  return [...new Set(includes.map(({ parameter }) => parameter))].flatMap((parameter) => {
    const mapped = includes.filter((each) => each.parameter === parameter);
    const idle = choicesAt(parameter).filter((choice) =>
      mapped.every(({ value }) => value !== choice),
    );
    const messages = idle.map(
      (choice) =>
        `value "${choice}" of parameter "${parameter.name}" is not in x-includes: add it there`,
    );
    return findingsAt(`${parameter.pointer}/x-includes`, ...messages, full);
  });
}
