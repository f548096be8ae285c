import { writeFile } from "node:fs/promises";
import { generatedModules } from "./clients.ts";

try {
  // Nothing is written before all modules are generated.
  for (const [url, text] of generatedModules()) await writeFile(url, text);
} catch (error) {
  // A stack would only hide what is wrong with the contract.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
