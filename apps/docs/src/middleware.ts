import type { MiddlewareHandler } from "astro";
import { mockUrl } from "./contract.ts";

/**
 * Lets every page say the address of the mock that `MOCK_URL` names. What is offered to download
 * stays as it is.
 */
export const onRequest: MiddlewareHandler = async ({ url }, next) => {
  const response = await next();
  const { MOCK_URL: other } = process.env;
  if (other === undefined || /openapi\.(json|yaml)$/.test(url.pathname)) return response;
  const text = await response.text();
  return new Response(text.replaceAll(mockUrl, other.replace(/\/+$/, "")), response);
};
