import { readFileSync } from "node:fs";
import type { APIRoute } from "astro";
import { stringify } from "yaml";
import { contract } from "../site.ts";

/** The contract as YAML, which is the file as it is unless it is JSON, and as JSON. */
export function getStaticPaths() {
  const yaml = contract.file.endsWith(".json")
    ? stringify(contract.document, { aliasDuplicateObjects: false })
    : readFileSync(contract.file, "utf8");
  const json = `${JSON.stringify(contract.document, undefined, 2)}\n`;
  return Object.entries({ yaml, json }).map(([format, text]) => ({
    params: { contract: `openapi.${format}` },
    props: { text },
  }));
}

export const GET: APIRoute = ({ props }) => new Response(props["text"]);
