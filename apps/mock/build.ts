import { chmodSync, writeFileSync } from "node:fs";
import { loadContract } from "@workflow-api/contract";

// The last part of the build: what the compiler does not make.

const file = (name: string): URL => new URL(`dist/${name}`, import.meta.url);
const document = JSON.stringify(loadContract().sourceDocument);
writeFileSync(file("packaged-contract.js"), `export const document = ${document};\n`);
chmodSync(file("cli/bin.js"), 0o755);
