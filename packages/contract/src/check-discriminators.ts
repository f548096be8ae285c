import { ContractError, type Problem } from "./contract-error.ts";
import { choicesOf, leadsTo, schemaNamed } from "./discriminator-target.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer, parsePointer, valueAt } from "./json-pointer.ts";
import type { SourceLocation } from "./model.ts";
import { walkDocument } from "./walk-document.ts";

/**
 * Looks at what the mappings of discriminators name (OpenAPI 3.1, "Discriminator Object"): a schema that there is, and
 * where there are `oneOf` or `anyOf` beside it, one of those.
 * @throws {ContractError} Some name something else: each of them.
 */
export function assertDiscriminators(
  document: JsonObject,
  locate: (pointer: string) => SourceLocation,
): void {
  const problems = [...walkDocument(document)].flatMap(({ kind, pointer, value }): Problem[] => {
    if (kind !== "discriminator" || !isObject(value["mapping"])) return [];
    const schema = valueAt(document, parentOf(pointer));
    return Object.entries(value["mapping"]).flatMap(([name, target]) => {
      const message = typeof target === "string" ? problemOf(document, schema, target) : undefined;
      return message === undefined
        ? []
        : [{ message, location: locate(appendPointer(pointer, "mapping", name)) }];
    });
  });
  if (problems.length > 0) throw new ContractError(problems);
}

function problemOf(document: JsonObject, schema: JsonValue | undefined, target: string): string | undefined {
  const named = schemaNamed(document, target);
  if (!isObject(named) && typeof named !== "boolean")
    return target.startsWith("#")
      ? `There is no schema at ${target}.`
      : `There is no schema ${target}: name one of components/schemas, or write a reference such as '#/components/schemas/…'.`;
  const choices = choicesOf(schema);
  return choices.length === 0 || choices.some((each) => leadsTo(document, each, named))
    ? undefined
    : `The mapping leads to ${target}, which is none of the schemas in oneOf and anyOf: add it there, or take it out here.`;
}

function parentOf(pointer: string): string {
  return appendPointer("", ...parsePointer(pointer).slice(0, -1));
}
