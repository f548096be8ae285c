import { writeFile } from "node:fs/promises";
import { loadContract } from "@workflow-api/contract";
import { generateTypes } from "@workflow-api/types/generate";
import { contractModule } from "./contract-module.ts";

const contract = loadContract();
const { module, document } = contractModule(contract);
const folder = new URL("../src/generated/", import.meta.url);
await writeFile(new URL("contract.ts", folder), module);
await writeFile(new URL("openapi.ts", folder), await generateTypes(contract.file, document));
