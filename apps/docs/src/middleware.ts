import type { MiddlewareHandler } from "astro";
import { showMockUrl } from "./mock-url.ts";

/** Shows the URL in `MOCK_URL` as that of the mock on every page. Downloads stay unchanged. */
export const onRequest: MiddlewareHandler = async ({ url }, next) => {
  const started = performance.now();
  const response = await next();
  const seconds = (performance.now() - started) / 1000;
  if (seconds > 5)
    console.warn(`The page ${url.pathname} has taken ${seconds.toFixed(0)} seconds.`);
  const { MOCK_URL: other } = process.env;
  if (other === undefined || /openapi\.(json|yaml)$/.test(url.pathname)) return response;
  return new Response(showMockUrl(await response.text(), other), response);
};
