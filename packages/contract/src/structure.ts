import { Validator } from "@seriousme/openapi-schema-validator";
import { assertVersion } from "./check-document.ts";
import { ContractError } from "./contract-error.ts";
import type { JsonObject } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { SourceLocation } from "./model.ts";
import { choiceOf, describeStructure, nameOf, type StructureError } from "./structure-message.ts";

/** It compiles the schema of OpenAPI, which takes longer than all else: once for every contract that is read. */
const validator = new Validator({ allErrors: true, verbose: true });

/**
 * Holds a bundled document against the published schema of OpenAPI 3.1.
 * @throws {ContractError} Every violation with its place; what only follows from another one is left out.
 */
export async function checkStructure(
  document: JsonObject,
  locate: (pointer: string) => SourceLocation,
): Promise<void> {
  assertVersion(document, locate);
  const { valid, errors } = await validator.validate({ ...document });
  // A text is about a reference, and has no place: those are looked at elsewhere.
  if (valid || !Array.isArray(errors)) return;
  const causes = causesOf(errors);
  const told = new Map(causes.map((error) => [`${placeOf(error)} ${describeStructure(error)}`, error]));
  throw new ContractError(
    [...told.values()].map((error) => ({
      message: `${describeStructure(error)}.`,
      location: locate(placeOf(error)),
    })),
  );
}

function placeOf(error: StructureError): string {
  const name = nameOf(error);
  return name === undefined ? error.instancePath : appendPointer(error.instancePath, name);
}

/** The errors that no other one explains. */
function causesOf(errors: readonly StructureError[]): readonly StructureError[] {
  const choices = errors.filter((error) => choiceOf(error) !== undefined);
  const own = errors.filter(
    (error) => !isConsequence(error) && !choices.some((each) => isWithin(error, each)),
  );
  const certain = own.filter((error) => !isUndescribed(error));
  const causes = own.filter(
    (error) => !isUndescribed(error) || !certain.some((other) => hides(other, error)),
  );
  return causes.length > 0 ? causes : errors;
}

/** Whether it only says that a schema within does not hold, which has its own errors. */
function isConsequence({ keyword }: StructureError): boolean {
  return /^(if|propertyNames)$/.test(keyword);
}

/** Whether it is about one alternative of a choice: none of them is wrong in itself. */
function isWithin({ instancePath, schemaPath }: StructureError, choice: StructureError): boolean {
  return instancePath === choice.instancePath && schemaPath.startsWith(`${choice.schemaPath}/`);
}

function isUndescribed({ keyword }: StructureError): boolean {
  return keyword === "unevaluatedProperties";
}

/** Whether a member may count as undescribed for no other reason than an error: a schema that fails describes nothing. */
function hides({ instancePath: at }: StructureError, undescribed: StructureError): boolean {
  const { instancePath, parentSchema } = undescribed;
  const place = placeOf(undescribed);
  const parent = at.slice(0, at.lastIndexOf("/"));
  if ([at, parent].includes(instancePath) || `${at}/`.startsWith(`${place}/`)) return true;
  return at.startsWith(`${instancePath}/`) && describes(parentSchema, nameOf(undescribed));
}

/** Whether a schema or one within it describes a member of this name. */
function describes(schema: unknown, name: string | undefined): boolean {
  if (typeof schema !== "object" || schema === null || name === undefined) return false;
  const { properties } = Object(schema);
  return (
    Object.hasOwn(Object(properties), name) || Object.values(schema).some((each) => describes(each, name))
  );
}
