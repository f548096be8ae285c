import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.ts";
import { interpret } from "./interpret.ts";
import type { JsonObject } from "./json.ts";
import type { Contract } from "./model.ts";
import { locateInDocument, readContract } from "./read-contract.ts";
import { createSources } from "./source.ts";
import { checkStructure } from "./structure.ts";

/** The absolute path of the contract of the workflow service, as packaged. */
export function contractFile(): string {
  return fileURLToPath(import.meta.resolve("@workflow-api/openapi/openapi.yaml"));
}

/**
 * Reads an OpenAPI 3.1 contract of one or several files into typed values, and checks its schemas.
 * @throws {ContractError} It cannot be read, is not OpenAPI 3.1, or contradicts itself; every problem with its place.
 */
export async function loadContract(file: string = contractFile()): Promise<Contract> {
  const root = resolve(file);
  const sources = createSources();
  const { document, locate } = bundle(root, sources);
  await checkStructure(document, locate);
  return interpret(document, { file: root, files: sources.files(), locate });
}

/**
 * Reads an OpenAPI 3.1 contract that is already one document, as strictly as `loadContract` reads a file.
 * @throws {ContractError} As `loadContract`, or it refers to what is not in it.
 */
export async function loadDocument(document: JsonObject): Promise<Contract> {
  await checkStructure(document, locateInDocument);
  return readContract(document);
}
