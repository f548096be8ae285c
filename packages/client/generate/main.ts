import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Contract, ContractError, contractFile, loadContract } from "@workflow-api/contract";
import { generateTypes } from "@workflow-api/types/generate";
import { assertTemplates } from "./assert-templates.ts";
import { generateClient } from "./generate-client.ts";
import { isMarked, ONE_WAY } from "./one-way-types.ts";
import { documentForTypes } from "./types-document.ts";

const USAGE = `usage: node generate/main.ts [--contract FILE] [--out FOLDER]
  --contract FILE  the contract to read (default: that of @workflow-api/openapi)
  --out FOLDER     the folder to write to (default: src/generated of this package)`;

const { values } = parseArgs({
  options: { contract: { type: "string" }, out: { type: "string" }, help: { type: "boolean", short: "h" } },
});

if (values.help) {
  console.log(USAGE);
} else {
  const out = values.out ?? fileURLToPath(new URL("../src/generated", import.meta.url));
  try {
    await generate(values.contract ?? contractFile(), out);
  } catch (error) {
    // It says all that there is to say: what is wrong, and where.
    if (!(error instanceof ContractError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function generate(file: string, out: string): Promise<void> {
  const contract = await loadContract(file);
  assertTemplates(contract);
  const document = documentForTypes(contract);
  const types = await generateTypes(file, document, { readWriteMarkers: isMarked(document) }).catch(
    (error: unknown) => {
      throw refusal(contract, error);
    },
  );
  await mkdir(out, { recursive: true });
  await rm(path.join(out, ONE_WAY), { force: true });
  for (const [name, text] of generateClient(contract, types)) await writeFile(path.join(out, name), text);
}

/** What openapi-typescript says of a contract that is none for it, at the place that it names. */
function refusal({ locate }: Contract, error: unknown): ContractError {
  const message = error instanceof Error ? error.message : String(error);
  const [, pointer = ""] = / at #(\/\S+)$/.exec(message) ?? [];
  return new ContractError([{ message, location: locate(pointer) }]);
}
