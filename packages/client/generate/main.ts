import { writeFile } from "node:fs/promises";
import { loadContract } from "@workflow-api/contract";
import { generateTypes } from "@workflow-api/types/generate";
import { generateModules, typedDocument } from "./contract-module.ts";

const contract = loadContract();
// Nothing is written before all is made.
const files = {
  ...generateModules(contract),
  "openapi.ts": await generateTypes(contract.file, typedDocument(contract)),
};
for (const [name, text] of Object.entries(files))
  await writeFile(new URL(`../src/generated/${name}`, import.meta.url), text);
