import { cpSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Contract, contractFile, loadContract } from "@workflow-api/contract";
import { withOperations } from "@workflow-api/openapi/fixtures";

/** A folder of its own for the files of a test. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "workflow-api-mock-"));
}

/** The contract with operations of other shapes added to it. */
export function writeExtendedContract(): string {
  const fragment = fileURLToPath(import.meta.resolve("@workflow-api/openapi/fixtures/third-operation.yaml"));
  const folder = temporaryFolder();
  // The contract may stand in several files.
  cpSync(dirname(contractFile()), folder, { recursive: true, filter: isOfTheContract });
  const file = join(folder, "openapi.yaml");
  writeFileSync(file, withOperations(readFileSync(contractFile(), "utf8"), readFileSync(fragment, "utf8")));
  return file;
}

function isOfTheContract(path: string): boolean {
  return statSync(path).isDirectory() ? basename(path) !== "node_modules" : /\.(json|ya?ml)$/.test(path);
}

/** The contracts that the mock is held to, by a name for titles. */
export async function loadContracts(): Promise<{ readonly title: string; readonly contract: Contract }[]> {
  return [
    { title: "the contract", contract: await loadContract(contractFile()) },
    { title: "the extended contract", contract: await loadContract(writeExtendedContract()) },
  ];
}
