import { writeFile } from "node:fs/promises";
import { loadContract } from "@workflow-api/contract";
import { generateModules } from "./contract-module.ts";

// Nothing is written before all modules are generated.
const modules = generateModules(loadContract());
for (const [name, text] of Object.entries(modules))
  await writeFile(new URL(`../src/generated/${name}`, import.meta.url), text);
