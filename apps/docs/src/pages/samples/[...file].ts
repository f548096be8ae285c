import type { APIContext, GetStaticPaths } from "astro";
import { contract } from "../../contract.ts";
import { sampleFiles } from "../../samples/sample-files.ts";

const files = sampleFiles(contract);

export const getStaticPaths = (() =>
  [...files.keys()].map((file) => ({ params: { file } }))) satisfies GetStaticPaths;

/** Each sample as a file, byte for byte what the pages show. */
export function GET({ params }: APIContext): Response {
  return new Response(files.get(params["file"] ?? ""), {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
