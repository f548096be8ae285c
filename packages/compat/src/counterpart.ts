import type { Contract, Operation } from "@workflow-api/contract";

/**
 * The same operation in another contract: at the same path, whatever its parameters are called, or
 * at the same URL, however it is split into server and path.
 */
export function counterpartOf(operation: Operation, contract: Contract): Operation | undefined {
  const { method, path } = operation;
  const urls = new Set(urlsOf(operation));
  return (
    contract.route(method, path).operation ??
    contract.operations.find(
      (other) => other.method === method && urlsOf(other).some((url) => urls.has(url)),
    )
  );
}

/** The URLs at which an operation is served, with `{}` for each parameter. */
export function urlsOf({ path, servers }: Operation): string[] {
  return servers.map(({ defaultUrl }) => `${defaultUrl}${path.replaceAll(/\{[^}]*\}/g, "{}")}`);
}

/** The target of a request, rewritten for the counterpart of its operation. */
export function retarget(target: string, { path }: Operation, counterpart: Operation): string {
  const longer = path.length - counterpart.path.length;
  if (longer > 0 && path.endsWith(counterpart.path)) return target.slice(longer);
  return longer < 0 && counterpart.path.endsWith(path)
    ? `${counterpart.path.slice(0, -longer)}${target}`
    : target;
}
