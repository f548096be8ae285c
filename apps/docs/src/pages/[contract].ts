import { readFileSync } from "node:fs";
import type { APIRoute } from "astro";
import { contract, contractName } from "../site.ts";

interface Props {
  readonly text: string;
}

/** The contract as it is, and one in YAML as JSON, too. */
export function getStaticPaths() {
  const files = new Map([
    ["openapi.json", `${JSON.stringify(contract.document, undefined, 2)}\n`],
    [contractName, readFileSync(contract.file, "utf8")],
  ]);
  return [...files].map(([name, text]) => ({ params: { contract: name }, props: { text } }));
}

/** Sends one of the files. */
export const GET: APIRoute<Props> = ({ props: { text } }) => new Response(text);
