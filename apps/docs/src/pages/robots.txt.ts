import type { APIRoute } from "astro";
import { href } from "../site.ts";

export const GET: APIRoute = ({ site }) => {
  const sitemap = site && `Sitemap: ${new URL(href("sitemap-index.xml"), site).href}\n`;
  return new Response(`User-agent: *\nAllow: /\n${sitemap ?? ""}`);
};
