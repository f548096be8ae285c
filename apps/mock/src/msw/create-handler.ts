import { type HttpHandler, HttpResponse, http } from "msw";
import type { Controls } from "../controls/controls.ts";
import type { Mock } from "../create-mock.ts";
import type { MockAnswer, MockRequest } from "../message.ts";

/** The statuses whose responses have no body (the Fetch standard). */
const bodiless = new Set([101, 204, 205, 304]);

/** A handler of every request below an address. */
export function createHandler(mock: Mock, controls: Controls, base: string): HttpHandler {
  return http.all(startingWith(`${base}/`), async ({ request }) => {
    const asked = await toMockRequest(request, base);
    const answer = await mock.answer(asked, controls.hasSequences ? controls.next : undefined);
    const outcome = controls.decide(answer);
    controls.journal.record(asked, outcome.answer, outcome.dropped);
    if (outcome.wait > 0) await new Promise((resolve) => setTimeout(resolve, outcome.wait));
    return outcome.dropped ? HttpResponse.error() : toResponse(request, outcome.answer);
  });
}

/** As an expression, because MSW takes the brackets and colons of an address for patterns of its own. */
function startingWith(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")}`);
}

async function toMockRequest(request: Request, base: string): Promise<MockRequest> {
  const body = new Uint8Array(await request.arrayBuffer());
  return {
    method: request.method,
    target: request.url.slice(base.length).split("#", 1)[0] ?? "/",
    headers: Object.fromEntries(request.headers),
    body,
  };
}

/** The body goes as bytes: of a text, a response would make a Content-Type. */
function toResponse({ method }: Request, { status, headers, body }: MockAnswer): Response {
  const hasBody = body !== undefined && method !== "HEAD" && !bodiless.has(status);
  return new HttpResponse(hasBody ? new TextEncoder().encode(body) : null, {
    status,
    headers: { ...headers },
  });
}
