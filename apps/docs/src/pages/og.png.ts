import type { APIRoute } from "astro";
import sharp from "sharp";
import { escapeHtml } from "../escape.ts";
import { contract } from "../site.ts";

/** The preview image of the site. */
export const GET: APIRoute = async () => {
  const { title, version } = contract.info;
  const [line = ""] = /^.{1,30}/.exec(title) ?? [];
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="sans-serif">
  <rect width="1200" height="630" fill="#4338ca" />
  <text x="80" y="320" fill="#fff" font-size="72" font-weight="700">${escapeHtml(line)}</text>
  <text x="80" y="400" fill="#d9dcff" font-size="36">${escapeHtml(version.slice(0, 40))}</text>
</svg>`;
  return new Response(Uint8Array.from(await sharp(Buffer.from(picture)).png().toBuffer()));
};
