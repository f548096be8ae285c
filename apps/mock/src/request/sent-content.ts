import { essenceOf } from "@workflow-api/contract";
import type { PrismOperation, PrismRequest } from "../engine/prism.ts";

/** A media type that no contract has. */
const unheardOf = "x-nothing/x-nothing";

/**
 * A request and its operation, with no other schemas of the body than those of the media type that is sent. Prism 5.16
 * compares what follows the last plus: it takes `application/json` for `application/merge-patch+json`, and judges by whichever
 * comes first.
 * @param contentType As it came.
 */
export function withSentContent(
  request: PrismRequest,
  routed: PrismOperation,
  contentType: string | undefined,
): { readonly request: PrismRequest; readonly routed: PrismOperation } {
  const body = routed.request?.body;
  const contents = body?.contents ?? [];
  const sent = essenceOf(contentType ?? "");
  if (body === undefined || contents.length === 0 || !sent.includes("/")) return { request, routed };
  const own = contents.filter(({ mediaType }) => essenceOf(mediaType) === sent);
  const fitting = own.length > 0 ? own : contents.filter(({ mediaType }) => isRangeOf(mediaType, sent));
  if (fitting.length === 0)
    return { request: { ...request, headers: { ...request.headers, "content-type": unheardOf } }, routed };
  if (fitting.length === contents.length) return { request, routed };
  return {
    request,
    routed: { ...routed, request: { ...routed.request, body: { ...body, contents: fitting } } },
  };
}

/** Whether a key of `content` is a range with this media type in it, such as `image/*`. */
function isRangeOf(range: string, mediaType: string): boolean {
  const [type = "", subtype = ""] = essenceOf(range).split("/", 2);
  return subtype === "*" && (type === "*" || mediaType.startsWith(`${type}/`));
}
