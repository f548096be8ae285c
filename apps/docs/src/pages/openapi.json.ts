import type { APIRoute } from "astro";
import { contract } from "../site.ts";

export const GET: APIRoute = () =>
  new Response(`${JSON.stringify(contract.document, undefined, 2)}\n`);
