import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { loadContract } from "@workflow-api/contract";
import { generateModules } from "./modules.ts";

/**
 * What is generated in this package: texts by URL. They are the modules of the client of the
 * service, and those of the client of a fixture, which the tests call.
 *
 * @throws {ContractError} A contract has a problem, or no client can be generated for it.
 */
export async function generatedFiles(): Promise<ReadonlyMap<URL, string>> {
  const contract = loadContract();
  const fixture = new URL("../test/fixture/", import.meta.url);
  const fixtureContract = loadContract(fileURLToPath(new URL("openapi.yaml", fixture)));
  return new Map([
    ...inFolder(
      new URL("../src/generated/", import.meta.url),
      await generateModules(contract, "..", "@workflow-api/types"),
    ),
    ...inFolder(
      new URL("generated/", fixture),
      await generateModules(fixtureContract, "../../../src"),
    ),
  ]);
}

function inFolder(folder: URL, modules: Readonly<Record<string, string>>): [URL, string][] {
  return Object.entries(modules).map(([name, text]) => [new URL(name, folder), text]);
}

if (import.meta.main) {
  try {
    // Nothing is written before everything is generated.
    for (const [url, text] of await generatedFiles()) await writeFile(url, text);
  } catch (error) {
    // A stack would only hide what is wrong with the contract.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
