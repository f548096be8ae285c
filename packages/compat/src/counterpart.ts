import type { Contract, OmittedOperation, Operation } from "@workflow-api/contract";

/** An operation within the profile, or outside of it. */
export type AnyOperation = Operation | OmittedOperation;

/** Whether an operation is outside the profile: it is compared as it is written. */
export function isOmitted(operation: AnyOperation): operation is OmittedOperation {
  return "problems" in operation;
}

/** The same operation in another contract: at the same path, whatever its parameters are called. */
export function counterpartOf(
  { method, path }: AnyOperation,
  contract: Contract,
): AnyOperation | undefined {
  const known = templates.get(contract) ?? templatesOf(contract);
  templates.set(contract, known);
  return known.get(`${method} ${templateOf(path)}`);
}

const templates = new WeakMap<Contract, ReadonlyMap<string, AnyOperation>>();

function templatesOf({ omitted, operations }: Contract): ReadonlyMap<string, AnyOperation> {
  const all = [...omitted, ...operations];
  return new Map(all.map((each) => [`${each.method} ${templateOf(each.path)}`, each]));
}

/** The counterpart, if it is read. */
export function readCounterpartOf(operation: Operation, contract: Contract): Operation | undefined {
  const found = counterpartOf(operation, contract);
  return found === undefined || isOmitted(found) ? undefined : found;
}

/** A path with `{}` for each parameter. */
function templateOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

/** A part of an operation as its counterpart calls it: path parameters are known by their order. */
export function renamedPart(
  part: string,
  operation: Operation | undefined,
  counterpart: Operation | undefined,
): string {
  return pathParts(counterpart)[pathParts(operation).indexOf(part)] ?? part;
}

/** The path parameters in the order of the path, as `path id`. */
export function pathParts(operation: Operation | undefined): string[] {
  return [...(operation?.path ?? "").matchAll(/\{([^}]*)\}/g)].map(
    ([, name = ""]) => `path ${name}`,
  );
}
