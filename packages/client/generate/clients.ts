import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadContract } from "@workflow-api/contract";
import { generateModules } from "./modules.ts";
import { readmeWithQuestions } from "./readme.ts";

/**
 * The generated modules of this package: their texts by URL. They are those of the client of the
 * service, those of the client of a fixture, which the tests call, and the README.
 *
 * @throws {ContractError} A contract has a problem, or no client can be generated for it.
 */
export function generatedModules(): ReadonlyMap<URL, string> {
  const contract = loadContract();
  const fixture = new URL("../test/fixture/", import.meta.url);
  const clients = [
    {
      folder: new URL("../src/generated/", import.meta.url),
      modules: generateModules(contract, { core: "..", types: "@workflow-api/types" }),
    },
    {
      folder: new URL("generated/", fixture),
      modules: generateModules(loadContract(fileURLToPath(new URL("openapi.yaml", fixture))), {
        core: "../../../src",
      }),
    },
  ];
  const readme = new URL("../README.md", import.meta.url);
  const text = readFileSync(readme, "utf8");
  return new Map([
    ...clients.flatMap(({ folder, modules }) =>
      Object.entries(modules).map(([name, module]) => [new URL(name, folder), module] as const),
    ),
    [readme, readmeWithQuestions(text, contract)],
  ]);
}
