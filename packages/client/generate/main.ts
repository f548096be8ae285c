import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { contractFile, loadContract } from "@workflow-api/contract";
import { generateTypes } from "@workflow-api/types/generate";
import { contractModule } from "./contract-module.ts";

// Generates the client of a contract: `node generate/main.ts [--contract FILE] [--out FOLDER]`.
const { values } = parseArgs({ options: { contract: { type: "string" }, out: { type: "string" } } });
const file = values.contract ?? contractFile();
const out = values.out ?? fileURLToPath(new URL("../src/generated", import.meta.url));
try {
  const { module, document } = contractModule(loadContract(file));
  await mkdir(out, { recursive: true });
  await writeFile(path.join(out, "contract.ts"), module);
  await writeFile(path.join(out, "openapi.ts"), await generateTypes(file, document));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
