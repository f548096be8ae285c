import { fileURLToPath } from "node:url";
import { loadContract } from "@workflow-api/contract";
import { generateModules } from "./modules.ts";

/**
 * The generated modules of this package: their texts by URL. They are those of the client of the
 * service, and those of the client of a fixture, which the tests call.
 *
 * @throws {ContractError} A contract has a problem, or no client can be generated for it.
 */
export function generatedModules(): ReadonlyMap<URL, string> {
  const fixture = new URL("../test/fixture/", import.meta.url);
  const clients = [
    {
      folder: new URL("../src/generated/", import.meta.url),
      modules: generateModules(loadContract(), { core: "..", types: "@workflow-api/types" }),
    },
    {
      folder: new URL("generated/", fixture),
      modules: generateModules(loadContract(fileURLToPath(new URL("openapi.yaml", fixture))), {
        core: "../../../src",
      }),
    },
  ];
  return new Map(
    clients.flatMap(({ folder, modules }) =>
      Object.entries(modules).map(([name, text]) => [new URL(name, folder), text]),
    ),
  );
}
