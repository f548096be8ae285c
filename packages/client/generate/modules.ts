import { type Contract, ContractError, type Operation } from "@workflow-api/contract";
import { generateTypes, hasMarkers } from "@workflow-api/types/generate";
import { contractModule } from "./contract-module.ts";
import { operationsModule } from "./operations-module.ts";

/** Where generated modules find others. */
export interface Places {
  /** The path to the source of the client. */
  readonly core: string;
  /** The module with the types of the contract. `undefined`: one is generated. */
  readonly types?: string;
}

/**
 * Generates the modules of the client of a contract: their source text by name.
 *
 * @throws {ContractError} No client can be generated for parts of the contract: each with its place.
 */
export function generateModules(
  contract: Contract,
  { core, types }: Places,
): Readonly<Record<string, string>> {
  assertPossible(contract);
  const { document } = contract;
  const openapi = types ?? "./openapi.ts";
  return {
    "contract.ts": contractModule(contract, { core, openapi, hasMarkers: hasMarkers(document) }),
    "operations.ts": operationsModule(contract, core),
    ...(types === undefined && { "openapi.ts": generateTypes(document) }),
  };
}

/** @throws {ContractError} The contract has what no client can be generated for. */
function assertPossible({ locate, operations }: Contract): void {
  const problems = operations.flatMap((operation) =>
    problemsOf(operation).map((message) => ({
      message: `${operation.operationId}: ${message}`,
      location: locate(operation.pointer),
    })),
  );
  if (problems.length > 0) throw new ContractError(problems);
}

/** Why no method can be generated for an operation. */
function problemsOf({ operationId, security }: Operation): string[] {
  const inOneHeader = security.filter(
    (schemes) => new Set(schemes.map(({ header }) => header.toLowerCase())).size < schemes.length,
  );
  return [
    // A client has other members of these names, or would be taken for a promise.
    ...(["safe", "then", "__proto__"].includes(operationId)
      ? ["no method of a client can have this name"]
      : []),
    ...inOneHeader.map(
      (schemes) => `${schemes.map(({ name }) => name).join(" and ")} go in one header`,
    ),
  ];
}
