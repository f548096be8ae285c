import { type HttpHandler, HttpResponse, http } from "msw";
import type { Mock } from "./create-mock.ts";
import type { MockRequest } from "./message.ts";

/**
 * Handlers for MSW in Node that answer what a mock server would, byte for byte, without a server.
 * @param mock The mock, of `createMock`.
 * @param baseUrl Where the code under test sends its requests, such as `http://127.0.0.1:4010`.
 */
export function mockHandlers(mock: Mock, baseUrl: string): HttpHandler[] {
  const base = baseUrl.replace(/\/+$/, "");
  return [
    http.all(`${base}/*`, async ({ request }) => {
      const { status, headers, body } = await mock.answer(await toMockRequest(request, base));
      const hasBody = body !== undefined && request.method !== "HEAD";
      return new HttpResponse(hasBody ? body : null, { status, headers: { ...headers } });
    }),
  ];
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
