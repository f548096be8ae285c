import type { MiddlewareHandler } from "astro";
import { mockUrl } from "./contract.ts";

/** Shows the URL in `MOCK_URL` as that of the mock on every page. Downloads stay unchanged. */
export const onRequest: MiddlewareHandler = async ({ url }, next) => {
  const response = await next();
  const { MOCK_URL: other } = process.env;
  if (other === undefined || /openapi\.(json|yaml)$/.test(url.pathname)) return response;
  const text = await response.text();
  return new Response(text.replaceAll(mockUrl, other.replace(/\/+$/, "")), response);
};
