import { ContractError } from "./contract-error.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { SourceLocation } from "./model.ts";
import { walkDocument } from "./walk-document.ts";

/** The names of types (JSON Schema 2020-12, Validation, 6.1.1). */
const types: readonly unknown[] = ["array", "boolean", "integer", "null", "number", "object", "string"];

interface Problem {
  readonly message: string;
  readonly pointer: string;
}

/**
 * Looks for what a validator would pass over, or would take for OpenAPI 3.0.
 * @throws {ContractError} Some schemas have a type that is none, or `nullable`: each of them.
 */
export function assertSchemas(document: JsonObject, locate: (pointer: string) => SourceLocation): void {
  const problems = [...walkDocument(document)].flatMap(({ kind, pointer, value }) =>
    kind === "schema" ? [...problemsOf(value, pointer)] : [],
  );
  if (problems.length === 0) return;
  throw new ContractError(problems.map(({ message, pointer }) => ({ message, location: locate(pointer) })));
}

function* problemsOf(schema: JsonObject, pointer: string): Generator<Problem> {
  const { nullable, type } = schema;
  if (type !== undefined && !isType(type)) {
    const message = `A schema has no type ${JSON.stringify(type)}: it is one of ${types.join(", ")}, or a list of them.`;
    yield { message, pointer: appendPointer(pointer, "type") };
  }
  if (nullable !== undefined) {
    const message = 'OpenAPI 3.1 has no `nullable`: add "null" to the types, as in `type: [string, "null"]`.';
    yield { message, pointer: appendPointer(pointer, "nullable") };
  }
}

function isType(type: JsonValue): boolean {
  const given = [type].flat();
  return given.length > 0 && given.every((name) => types.includes(name));
}
