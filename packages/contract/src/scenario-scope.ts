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

/**
 * Whether a scenario of the operation has this name, and no other operation can mean it: it stands on a response of the
 * operation, or where no other operation sees it, and can be that of the response without a body.
 */
export function claims(operation: ScenarioParts, name: string): boolean {
  if (answeredNames(operation).has(name)) return true;
  const isBodiless = operation.responses.some(({ content }) => content.length === 0);
  return isBodiless && isOwn(operation, name) && namesNeeded(operation).every((names) => names.has(name));
}

/** The example names of each input that a scenario of a response without a body stands on. */
export function namesNeeded({ parameters, requestBody }: ScenarioParts): ReadonlySet<string>[] {
  const needed = parameters.map(({ examples }) => new Set(examples.keys()));
  if (requestBody !== undefined && (requestBody.required || needed.length === 0))
    needed.push(new Set(requestBody.content.flatMap(({ examples }) => [...examples.keys()])));
  return needed;
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
