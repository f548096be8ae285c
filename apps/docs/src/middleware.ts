import type { MiddlewareHandler } from "astro";
import { showMockUrl } from "./mock-url.ts";

/** Shows the URL in `MOCK_URL` as that of the mock on every page. Downloads stay unchanged. */
export const onRequest: MiddlewareHandler = async ({ url }, next) => {
  const response = await next();
  const { MOCK_URL: other } = process.env;
  if (other === undefined || /openapi\.(json|yaml)$/.test(url.pathname)) return response;
  return new Response(showMockUrl(await response.text(), other), response);
};
