import type { Contract, OmittedOperation, Operation } from "@workflow-api/contract";

/** An operation within the profile, or outside of it. */
export type AnyOperation = Operation | OmittedOperation;

/** Whether an operation is outside the profile: it is not compared. */
export function isOmitted(operation: AnyOperation): operation is OmittedOperation {
  return "problems" in operation;
}

/**
 * The same operation in another contract: at the same path, whatever its parameters are called, or
 * at the same URL, however it is split into server and path.
 */
export function counterpartOf(
  operation: AnyOperation,
  contract: Contract,
): AnyOperation | undefined {
  return (
    (isOmitted(operation) ? undefined : readCounterpartOf(operation, contract)) ??
    byTemplateOf(contract).get(templateKey(operation))
  );
}

const templates = new WeakMap<Contract, ReadonlyMap<string, AnyOperation>>();

function byTemplateOf(contract: Contract): ReadonlyMap<string, AnyOperation> {
  const all = [...contract.omitted, ...contract.operations];
  const found =
    templates.get(contract) ?? new Map(all.map((each) => [templateKey(each), each] as const));
  templates.set(contract, found);
  return found;
}

function templateKey({ method, path }: AnyOperation): string {
  return `${method} ${templateOf(path)}`;
}

/** The counterpart among the operations that are read. */
export function readCounterpartOf(operation: Operation, contract: Contract): Operation | undefined {
  const { method, path } = operation;
  const { operation: routed } = contract.route(method, path);
  // A fixed path leads to an operation with a parameter there, which is another one.
  if (routed && templateOf(path).endsWith(templateOf(routed.path))) return routed;
  const served = byUrlOf(contract);
  return urlsOf(operation).flatMap((url) => served.get(`${method} ${url}`) ?? [])[0];
}

const urls = new WeakMap<Contract, ReadonlyMap<string, Operation>>();

function byUrlOf(contract: Contract): ReadonlyMap<string, Operation> {
  const entriesOf = (operation: Operation): (readonly [string, Operation])[] =>
    urlsOf(operation).map((url) => [`${operation.method} ${url}`, operation]);
  // The first of several with one URL is taken.
  const found = urls.get(contract) ?? new Map(contract.operations.toReversed().flatMap(entriesOf));
  urls.set(contract, found);
  return found;
}

/** A path with `{}` for each parameter. */
export function templateOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

/** The URLs at which an operation is served, with each value of a variable that lists them. */
export function urlsOf({ path, servers }: Operation): string[] {
  const bases = servers.flatMap(({ urls }) => urls);
  return bases.map((base) => base + templateOf(path));
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

/** The path of a request, rewritten for the counterpart of its operation. */
export function counterpartPath(sent: string, { path }: Operation, counterpart: Operation): string {
  const longer = path.length - counterpart.path.length;
  if (longer > 0 && path.endsWith(counterpart.path)) return sent.slice(longer);
  return longer < 0 && counterpart.path.endsWith(path)
    ? `${counterpart.path.slice(0, -longer)}${sent}`
    : sent;
}
