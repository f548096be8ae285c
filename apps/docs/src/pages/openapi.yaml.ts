import { readFileSync } from "node:fs";
import type { APIRoute } from "astro";
import { stringify } from "yaml";
import { contract } from "../site.ts";

/** The file as it is, or a JSON contract as YAML. */
export const GET: APIRoute = () => {
  const text = readFileSync(contract.file, "utf8");
  return new Response(
    contract.file.endsWith(".json")
      ? stringify(contract.document, { aliasDuplicateObjects: false })
      : text,
  );
};
