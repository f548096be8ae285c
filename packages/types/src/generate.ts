import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { generateTypes } from "./generate-types.ts";

const USAGE = `Usage: node src/generate.ts [--contract FILE] [--out FILE]
  --contract FILE  the contract to read (default: that of @workflow-api/openapi)
  --out FILE       the file to write (default: openapi.d.ts of this package)`;

const { values } = parseArgs({
  options: { contract: { type: "string" }, out: { type: "string" }, help: { type: "boolean", short: "h" } },
});

if (values.help) {
  console.log(USAGE);
} else {
  const contract =
    values.contract ?? fileURLToPath(import.meta.resolve("@workflow-api/openapi/openapi.yaml"));
  const out = values.out ?? fileURLToPath(import.meta.resolve("../openapi.d.ts"));
  try {
    await writeFile(out, await generateTypes(contract));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
