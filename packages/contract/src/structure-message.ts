import type { Validator } from "@seriousme/openapi-schema-validator";
import { isObject } from "./json.ts";

/** An error of Ajv, with the value of its keyword. */
export type StructureError = Extract<Awaited<ReturnType<Validator["validate"]>>["errors"], unknown[]>[number];

/** The member that an error is about, if it is not about what its place holds. */
export function nameOf({ params, propertyName }: StructureError): string | undefined {
  const name: unknown = params["unevaluatedProperty"] ?? params["additionalProperty"] ?? propertyName;
  return typeof name === "string" ? name : undefined;
}

/** The members among which there is a choice; `undefined`: it is about no such thing. */
export function choiceOf({ keyword, schema }: StructureError): readonly string[] | undefined {
  if (!/^(oneOf|anyOf)$/.test(keyword) || !Array.isArray(schema)) return undefined;
  const names = schema.map(requiredBy);
  return names.every(({ length }) => length > 0) ? names.flat() : undefined;
}

function requiredBy(schema: unknown): readonly string[] {
  const required: unknown = Object(schema).required;
  return Array.isArray(required) ? required.map(String) : [];
}

/** What is wrong, in a sentence without its full stop. */
export function describeStructure(error: StructureError): string {
  const { instancePath, keyword, message = "is not valid here", params, schema } = error;
  const name = nameOf(error);
  const choice = choiceOf(error);
  if (choice !== undefined) {
    return `It must have ${keyword === "oneOf" ? "exactly" : "at least"} one of ${listOf(choice)}`;
  }
  switch (keyword) {
    case "unevaluatedProperties":
    case "additionalProperties":
      return `OpenAPI 3.1 has no ${show(name)} here`;
    case "required":
      return params["missingProperty"] === "default" && instancePath.endsWith("/responses")
        ? 'It documents no response: each stands under a status such as "200", a range such as "4XX", or "default"'
        : `It lacks ${show(params["missingProperty"])}, which OpenAPI 3.1 requires`;
    case "enum":
      return `It must be one of ${listOf([params["allowedValues"]].flat())}`;
    case "const":
      return `It must be ${show(params["allowedValue"])}`;
    case "type":
      return `It must be of the type ${[params["type"]].flat().join(" or ")}`;
    case "pattern":
      return `${name === undefined ? "It" : `The name ${show(name)}`} must match ${params["pattern"]}`;
    case "not":
      return isObject(schema) && requiredBy(schema).length > 0
        ? `It cannot have ${listOf(requiredBy(schema))} together`
        : `It ${message}`;
    default:
      return `It ${message}`;
  }
}

function listOf(values: readonly unknown[]): string {
  return values.map(show).join(", ");
}

function show(value: unknown): string {
  return JSON.stringify(value);
}
