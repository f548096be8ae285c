import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  const file = join(temporaryFolder(), "openapi.yaml");
  writeFileSync(file, withOperations(readFileSync(contractFile(), "utf8"), readFileSync(fragment, "utf8")));
  return file;
}

/** The contracts that the mock is held to, by a name for titles. */
export async function loadContracts(): Promise<{ readonly title: string; readonly contract: Contract }[]> {
  return [
    { title: "the contract", contract: await loadContract(contractFile()) },
    { title: "the extended contract", contract: await loadContract(writeExtendedContract()) },
  ];
}
