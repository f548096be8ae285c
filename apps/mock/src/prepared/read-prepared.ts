import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { digestOf, type Prepared } from "./prepared.ts";

/** Where the build puts what it prepares. */
export const preparedFile: URL = new URL("prepared.json", import.meta.url);

/**
 * What was prepared for a contract.
 * @param file The contract. Default: the one that comes with the package.
 * @returns `undefined` if nothing was prepared for this text of it.
 */
export function readPrepared(file: string = packagedContract()): Prepared | undefined {
  try {
    const text = readFileSync(file, "utf8");
    const prepared: Prepared | null = JSON.parse(readFileSync(preparedFile, "utf8"));
    return prepared?.digest === digestOf(text) ? prepared : undefined;
  } catch {
    // What is missing or broken is told of by what loads it.
    return undefined;
  }
}

/** Found without the package that reads contracts, which is what takes time. */
function packagedContract(): string {
  return fileURLToPath(import.meta.resolve("@workflow-api/openapi/openapi.yaml"));
}
