import type { Operation } from "./model.ts";

/** An operation before its scenarios are read. */
export type ScenarioParts = Pick<Operation, "parameters" | "requestBody" | "responses" | "pointer">;

/** A parameter or the request body, with its named examples. */
interface Input {
  readonly pointer: string;
  readonly names: ReadonlySet<string>;
}

/**
 * Whether an example name of a response is that of a scenario of the operation: it stands on an input too. A shared
 * response carries the scenarios of other operations: there the inputs nearest to the operation tell, which are its own
 * parameters, else its body and the parameters of its path, else the shared ones.
 */
export function isScenarioOf(
  operation: ScenarioParts,
  response: { readonly pointer: string },
  name: string,
): boolean {
  const inputs = inputsOf(operation);
  const own = inputs.filter(({ pointer }) => isWithin(`${operation.pointer}/parameters`, pointer));
  const near = inputs.filter(({ pointer }) => isWithin(pathOf(operation), pointer));
  const tiers = isWithin(operation.pointer, response.pointer) ? [inputs] : [own, near, inputs];
  const telling = tiers.find((tier) => tier.length > 0);
  return telling === undefined || telling.some(({ names }) => names.has(name));
}

/** Whether an example name stands where no other operation sees it, or on a response of the operation. */
export function claims(operation: ScenarioParts, name: string): boolean {
  return isOwn(operation, name) || answeredNames(operation).has(name);
}

/** Whether an example name stands on a parameter or body that is the operation's own. */
export function isOwn(operation: ScenarioParts, name: string): boolean {
  return inputsOf(operation).some(
    ({ pointer, names }) => isWithin(operation.pointer, pointer) && names.has(name),
  );
}

/** Whether an operation has neither a parameter nor a request body. */
export function takesNothing({ parameters, requestBody }: ScenarioParts): boolean {
  return parameters.length === 0 && requestBody === undefined;
}

/** The names of the response examples of an operation, those of shared responses included. */
export function answeredNames({ responses }: ScenarioParts): Set<string> {
  return new Set(responses.flatMap(({ content }) => content.flatMap(({ examples }) => [...examples.keys()])));
}

function inputsOf({ parameters, requestBody }: ScenarioParts): Input[] {
  const named = (examples: Iterable<ReadonlyMap<string, unknown>>): Set<string> =>
    new Set([...examples].flatMap((map) => [...map.keys()]));
  return [
    ...parameters.map(({ parameterPointer, examples }) => ({
      pointer: parameterPointer,
      names: named([examples]),
    })),
    ...(requestBody === undefined
      ? []
      : [{ pointer: requestBody.pointer, names: named(requestBody.content.map((media) => media.examples)) }]),
  ];
}

function pathOf({ pointer }: ScenarioParts): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

function isWithin(outer: string, pointer: string): boolean {
  return pointer.startsWith(`${outer}/`);
}
