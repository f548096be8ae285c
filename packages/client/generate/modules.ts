import { type Contract, ContractError, camelCase, type Operation } from "@workflow-api/contract";
import { generateTypes, hasMarkers } from "@workflow-api/types/generate";
import createFetchClient from "openapi-fetch";
import { contractModule } from "./contract-module.ts";
import { operationsModule } from "./operations-module.ts";

/**
 * Generates the modules of the client of a contract: their source text by name.
 *
 * @param core - The path to the source of the client.
 * @param types - The module with the types of the contract. Default: it is generated, too.
 * @throws {ContractError} No client can be generated for parts of the contract.
 */
export async function generateModules(
  contract: Contract,
  core: string,
  types = "./openapi.ts",
): Promise<Readonly<Record<string, string>>> {
  const { document, locate, operations } = contract;
  const problems = operations.flatMap((operation) =>
    problemsOf(operation).map((problem) => ({
      message: `${operation.operationId}: ${problem}`,
      location: locate(operation.pointer),
    })),
  );
  if (problems.length > 0) throw new ContractError(problems);
  return {
    "contract.ts": contractModule(contract, core, types, hasMarkers(document)),
    "operations.ts": operationsModule(contract, core),
    ...(types === "./openapi.ts" && { "openapi.ts": await generateTypes(document) }),
  };
}

/** Why no method can be generated for an operation. */
function problemsOf({ operationId, parameters, security }: Operation): string[] {
  const inOneHeader = security.filter(
    (schemes) => new Set(schemes.map(({ key }) => key)).size < schemes.length,
  );
  const problems = inOneHeader.map(
    (schemes) => `${schemes.map(({ name }) => name).join(" and ")} go in one header`,
  );
  // A client has other members of these names, or would be taken for a promise.
  const members = Object.keys(createFetchClient());
  if ([...members, "safe", "then", "__proto__"].includes(operationId))
    problems.push("no method of a client can have this name");
  for (const { in: location, name } of parameters)
    if (camelCase(name) === "")
      problems.push(`the ${location} parameter "${name}" has no name that an argument can have`);
  return problems;
}
