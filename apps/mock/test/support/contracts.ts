import { cpSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Case, deriveCases } from "@workflow-api/conformance";
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

let extended: string | undefined;

/** The file of the extended contract, for whoever only reads it. */
export function extendedContractFile(): string {
  extended ??= writeExtendedContract();
  return extended;
}

const loaded = new Map<string, Promise<Contract>>();

/** A contract whose file stays as it is: what is worked out of it serves every test. */
export function sharedContract(file: string): Promise<Contract> {
  const contract = loaded.get(file) ?? loadContract(file);
  loaded.set(file, contract);
  return contract;
}

const derived = new WeakMap<Contract, readonly Case[]>();

/** The cases that are derived from a contract. */
export function casesOf(contract: Contract): readonly Case[] {
  const cases = derived.get(contract) ?? deriveCases(contract);
  derived.set(contract, cases);
  return cases;
}

/** The contracts that the mock is held to, by a name for titles. */
export async function loadContracts(): Promise<{ readonly title: string; readonly contract: Contract }[]> {
  return [
    { title: "the contract", contract: await sharedContract(contractFile()) },
    { title: "the extended contract", contract: await sharedContract(extendedContractFile()) },
  ];
}
