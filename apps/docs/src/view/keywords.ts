import { appendPointer, type Contract, type JsonObject } from "@workflow-api/contract";
import { isFactual } from "./facts.ts";
import { unshowable } from "./unshowable.ts";

/** Keywords that hold schemas or that shape the view, and those that address tools rather than readers. */
const structural: ReadonlySet<string> = new Set([
  ...["type", "title", "description", "deprecated", "required", "properties", "patternProperties"],
  ...["additionalProperties", "unevaluatedProperties", "propertyNames", "items", "prefixItems"],
  ...["unevaluatedItems", "contains", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
  ...["dependentSchemas", "contentSchema", "$comment", "$defs", "$id", "$anchor", "$schema"],
]);

/** @throws {ContractError} on a keyword of a schema that the pages have no words for. */
export function checkKeywords(schema: JsonObject, pointer: string, contract: Contract): void {
  for (const keyword of Object.keys(schema)) {
    if (!structural.has(keyword) && !isFactual(keyword)) {
      throw unshowable(contract, appendPointer(pointer, keyword), `the schema keyword ${keyword}`);
    }
  }
}
