import { createInstance } from "@stoplight/prism-http";
import { noting } from "./noting.ts";
import { type PrismLogger, type PrismOperation, type PrismRequest, prismConfig } from "./prism.ts";

/** The operation that a request addresses, or the error that says that there is none. */
export type Router = (request: PrismRequest) => Promise<PrismOperation | Error>;

/** Routes requests to operations as Prism does. */
export function createRouter(operations: readonly PrismOperation[], logger: PrismLogger): Router {
  const all = [...operations];
  const bySegments = new Map<number, PrismOperation[]>();
  for (const operation of operations) {
    const segments = segmentsOf(operation.path);
    bySegments.set(segments, [...(bySegments.get(segments) ?? []), operation]);
  }
  const routes = new WeakMap<PrismRequest, PrismOperation>();
  const mock = noting(routes, ({ resource }) => resource);
  const router = createInstance(prismConfig({}), { logger, mock });
  return async (request) => {
    const { baseUrl, path } = request.url;
    // Prism matches no path of another length. Whether a base address is anybody's, it asks all operations.
    const near = baseUrl === undefined ? bySegments.get(segmentsOf(path)) : undefined;
    const unchecked = { checkSecurity: false, validateRequest: false, validateResponse: false };
    const result = await router.request(request, near ?? all, { ...prismConfig({}), ...unchecked })();
    if (result._tag === "Left") return result.left;
    return routes.get(request) ?? new Error("Prism routed to no operation.");
  };
}

function segmentsOf(path: string): number {
  return path.split("/").length;
}
