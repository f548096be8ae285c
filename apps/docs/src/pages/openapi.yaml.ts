import { readFile } from "node:fs/promises";
import { stringify } from "yaml";
import { contract } from "../contract.ts";

/** The contract as it is written, byte for byte; one of several files bundled, because a part would be of no use. */
export async function GET(): Promise<Response> {
  const text =
    contract.files.length === 1 ? await readFile(contract.file, "utf8") : stringify(contract.document);
  return new Response(text, { headers: { "content-type": "application/yaml" } });
}
