import { ContractError, type Problem } from "./contract-error.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer, parsePointer, pointerOfReference, valueAt } from "./json-pointer.ts";
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
    const schema = parentOf(pointer);
    return Object.entries(value["mapping"]).flatMap(([name, target]) => {
      const message = typeof target === "string" ? problemOf(document, schema, target) : undefined;
      return message === undefined
        ? []
        : [{ message, location: locate(appendPointer(pointer, "mapping", name)) }];
    });
  });
  if (problems.length > 0) throw new ContractError(problems);
}

function problemOf(document: JsonObject, schema: string, target: string): string | undefined {
  const place = placeOf(target);
  if (!isSchema(valueAt(document, place)))
    return target.startsWith("#")
      ? `There is no schema at ${target}.`
      : `There is no schema ${target}: name one of components/schemas, or write a reference such as '#/components/schemas/…'.`;
  const alternatives = alternativesOf(document, schema);
  if (alternatives.length === 0) return undefined;
  return alternatives.some((each) => leadsTo(document, each, place))
    ? undefined
    : `The mapping leads to ${target}, which is none of the schemas in oneOf and anyOf: add it there, or take it out here.`;
}

/** A mapping names schemas of the components, or refers to them. */
function placeOf(target: string): string {
  return target.startsWith("#") ? pointerOfReference(target) : appendPointer("/components/schemas", target);
}

function alternativesOf(document: JsonObject, pointer: string): string[] {
  return ["oneOf", "anyOf"].flatMap((keyword) => {
    const at = appendPointer(pointer, keyword);
    const list = valueAt(document, at);
    return Array.isArray(list) ? list.map((_, index) => appendPointer(at, index)) : [];
  });
}

/** Whether a schema is another one, by name or as one of its own alternatives; that it ends is known. */
function leadsTo(document: JsonObject, from: string, to: string): boolean {
  const schema = valueAt(document, from);
  const reference = isObject(schema) ? schema["$ref"] : undefined;
  const named = typeof reference === "string" ? [pointerOfReference(reference)] : [];
  return (
    from === to || [...named, ...alternativesOf(document, from)].some((next) => leadsTo(document, next, to))
  );
}

function parentOf(pointer: string): string {
  return appendPointer("", ...parsePointer(pointer).slice(0, -1));
}

function isSchema(value: JsonValue | undefined): boolean {
  return isObject(value) || typeof value === "boolean";
}
