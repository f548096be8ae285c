import type { MiddlewareHandler } from "astro";
import { showMockUrl } from "./mock-url.ts";
import { warnIfSlow } from "./slow.ts";

/** Shows the URL in `MOCK_URL` as that of the mock on every page. Downloads stay unchanged. */
export const onRequest: MiddlewareHandler = async ({ url }, next) => {
  const started = performance.now();
  const response = await next();
  warnIfSlow(url.pathname, started);
  const { MOCK_URL: other } = process.env;
  if (other === undefined || /openapi\.(json|yaml)$/.test(url.pathname)) return response;
  return new Response(showMockUrl(await response.text(), other), response);
};
