import type { Operation } from "@workflow-api/contract";
import { forgivingAbsence } from "./engine/absent-parameters.ts";
import type { PrismOperation, PrismRequest } from "./engine/prism.ts";
import { readFormOperation } from "./engine/read-form-operation.ts";
import { withEncodedCommas } from "./request/encoded-delimiter.ts";
import { judgeFalsy } from "./request/falsy-body.ts";
import { shapeForm } from "./request/form-shape.ts";
import { shapePath } from "./request/path-shape.ts";
import { shapeQuery } from "./request/query-shape.ts";
import { prismRequest, type ReadRequest } from "./request/read-request.ts";
import { withSentContent } from "./request/sent-content.ts";
import { withKeysInHeaders } from "./request/shape-credentials.ts";

/** A request, and the operation that it addresses, in the shape in which Prism reads what the contract means. */
export interface ShapedRequest {
  readonly request: PrismRequest;
  readonly routed: PrismOperation;
}

/**
 * Shapes a request.
 * @param found The operation that Prism has routed it to.
 * @param operation The same in the contract.
 */
export function shapeRequest(
  read: ReadRequest,
  found: PrismOperation,
  operation: Operation | undefined,
): ShapedRequest {
  const form = shapeForm(found, operation, read);
  const asked = prismRequest(read, {
    path: shapePath(operation, read.target.path),
    query: shapeQuery(operation, read.target),
    form: form?.value,
  });
  const forgiving = forgivingAbsence(found, asked, withEncodedCommas(operation, read.target));
  const { request, routed } = withKeysInHeaders(asked, forgiving, operation, read);
  if (judgeFalsy(operation, read)?.length === 0) return withoutBody(request, routed);
  if (form !== undefined) return { request, routed: readFormOperation(routed, form.mediaType) };
  return withSentContent(request, routed, read.headers["content-type"]);
}

/** What Prism takes for no body is judged already, and must not be missed. */
function withoutBody(request: PrismRequest, routed: PrismOperation): ShapedRequest {
  const { "content-length": _, ...headers } = request.headers ?? {};
  const { body: __, ...others } = routed.request ?? {};
  return { request: { ...request, headers }, routed: { ...routed, request: others } };
}
