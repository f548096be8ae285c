// Writes what is generated from the contract and committed. What is no longer the contract's is removed.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ContractError, contractFile, loadContract } from "@workflow-api/contract";
import { nextChangelog } from "../changelog/next-changelog.ts";
import { sampleFiles } from "../samples/sample-files.ts";
import { writeFiles } from "./write-files.ts";

const usage = `Usage: node src/generate/main.ts [--contract FILE] [--out FOLDER]
  --contract FILE  the contract to read (default: that of @workflow-api/openapi)
  --out FOLDER     the folder to write to (default: generated, of this workspace)`;

const { values } = parseArgs({
  options: { contract: { type: "string" }, out: { type: "string" }, help: { type: "boolean", short: "h" } },
});

if (values.help) {
  console.log(usage);
} else {
  try {
    const own = fileURLToPath(new URL("../../generated/", import.meta.url));
    await generate(values.contract ?? contractFile(), values.out ?? own, own);
  } catch (error) {
    // It says all that there is to say: what is wrong, and where.
    if (!(error instanceof ContractError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function generate(file: string, out: string, own: string): Promise<void> {
  const contract = await loadContract(file);
  await mkdir(out, { recursive: true });
  await writeFiles(join(out, "samples"), sampleFiles(contract));
  const today = new Date().toISOString().slice(0, 10);
  const changelog = await nextChangelog(contract, join(own, "changelog.json"), today);
  await writeFile(join(out, "changelog.json"), `${JSON.stringify(changelog, null, 2)}\n`);
}
