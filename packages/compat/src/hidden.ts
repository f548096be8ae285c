import type { Contract, HttpRequest, Operation } from "@workflow-api/contract";
import type { AnyOperation } from "./counterpart.ts";

// A fixed path beside one with a parameter takes the requests whose parameter has that value.

/**
 * The operation of the old contract that loses requests to an added one. `undefined`: there is
 * none, or its parameters refuse the segments of the added path.
 */
export function hiddenOperation(
  old: Contract,
  { method, path }: AnyOperation,
): Operation | undefined {
  const { operation, segments } = old.route(method, path);
  if (operation === undefined) return undefined;
  const fixed = [...segments].filter(([, segment]) => !segment.includes("{"));
  const parts = new Set(fixed.map(([name]) => `path ${name}`));
  const { violations } = old.judge({ method, path, query: "", headers: {}, body: "" });
  return violations.some(({ part }) => parts.has(part)) ? undefined : operation;
}

/** A request to the old operation that leads to the added one, which has its fixed segments. */
export function hiddenRequest(request: HttpRequest, { path }: AnyOperation): HttpRequest {
  const sent = request.path.split("/");
  const segments = path.split("/").map((each, index) => (each.includes("{") ? sent[index] : each));
  return { ...request, path: segments.join("/") };
}
