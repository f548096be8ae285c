import { Validator } from "@seriousme/openapi-schema-validator";
import { assertVersion } from "./check-document.ts";
import { ContractError } from "./contract-error.ts";
import type { JsonObject } from "./json.ts";
import type { SourceLocation } from "./model.ts";

/** It compiles the schema of OpenAPI, which takes longer than all else: once for every contract that is read. */
const validator = new Validator();

/**
 * Holds a bundled document against the published schema of OpenAPI 3.1.
 * @throws {ContractError} Every violation with its place; a violation that only follows from a deeper one is left out.
 */
export async function checkStructure(
  document: JsonObject,
  locate: (pointer: string) => SourceLocation,
): Promise<void> {
  assertVersion(document, locate);
  const { valid, errors } = await validator.validate({ ...document });
  if (valid) return;
  if (!Array.isArray(errors)) {
    throw new ContractError([{ message: errors ?? "It is not OpenAPI 3.1.", location: locate("") }]);
  }
  const deepest = errors.filter(
    ({ instancePath }) => !errors.some((other) => other.instancePath.startsWith(`${instancePath}/`)),
  );
  const told = new Map(deepest.map((error) => [`${error.instancePath} ${describe(error)}`, error]));
  throw new ContractError(
    [...told.values()].map((error) => ({
      message: `${describe(error)}.`,
      location: locate(error.instancePath),
    })),
  );
}

type StructureError = Extract<Awaited<ReturnType<Validator["validate"]>>["errors"], unknown[]>[number];

function describe({ keyword, message = "is not valid here", params }: StructureError): string {
  if (keyword === "unevaluatedProperties" || keyword === "additionalProperties") {
    const name: unknown = params["unevaluatedProperty"] ?? params["additionalProperty"];
    return `OpenAPI 3.1 has no ${JSON.stringify(name)} here`;
  }
  if (keyword === "enum") return `${message}: ${JSON.stringify(params["allowedValues"])}`;
  return `It ${message}`;
}
