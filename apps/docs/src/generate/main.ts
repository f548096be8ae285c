// Writes what is generated from the contract and committed. What is no longer the contract's is removed.

import { writeFile } from "node:fs/promises";
import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { contractFile, loadContract } from "@workflow-api/contract";
import { nextChangelog } from "../changelog/next-changelog.ts";
import { writeFiles } from "./write-files.ts";

const usage = `usage: node src/generate/main.ts [--contract FILE] [--out FOLDER]
  --contract FILE  the contract to read (default: that of @workflow-api/openapi)
  --out FOLDER     the folder to write to (default: generated, of this workspace)`;

const { values } = parseArgs({
  options: { contract: { type: "string" }, out: { type: "string" }, help: { type: "boolean", short: "h" } },
});

if (values.help) {
  console.log(usage);
} else {
  const contract = await loadContract(values.contract ?? contractFile());
  const own = fileURLToPath(new URL("../../generated/", import.meta.url));
  const out = values.out ?? own;
  followClient();
  const { sampleFiles } = await import("../samples/sample-files.ts");
  await writeFiles(join(out, "samples"), sampleFiles(contract));
  const today = new Date().toISOString().slice(0, 10);
  const changelog = await nextChangelog(contract, join(own, "changelog.json"), today);
  await writeFile(join(out, "changelog.json"), `${JSON.stringify(changelog, null, 2)}\n`);
}

/**
 * The samples call the methods of the client as it was just generated. Its build may be older, and may not even be
 * possible before all that is generated is there.
 */
function followClient(): void {
  const client = pathToFileURL(createRequire(import.meta.url).resolve("@workflow-api/client/package.json"));
  const fresh = new URL("src/generated/wire.ts", client).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === "@workflow-api/client/wire" ? fresh : specifier, context),
  });
}
