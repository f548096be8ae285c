import { contract } from "../contract.ts";

/** The contract in one file, with every `$ref` inside it. */
export function GET(): Response {
  return new Response(`${JSON.stringify(contract.document, null, 2)}\n`, {
    headers: { "content-type": "application/json" },
  });
}
