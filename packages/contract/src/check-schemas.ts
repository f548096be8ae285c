import { ContractError } from "./contract-error.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { SourceLocation } from "./model.ts";
import { isKeyword } from "./schema-keywords.ts";
import { walkDocument } from "./walk-document.ts";

/** The names of types (JSON Schema 2020-12, Validation, 6.1.1). */
const types: readonly unknown[] = ["array", "boolean", "integer", "null", "number", "object", "string"];

/** The keywords of JSON Schema 2019-09 that 2020-12 has others for. A validator may still follow them, each in its way. */
const former: readonly string[] = ["$recursiveAnchor", "$recursiveRef"];

interface Problem {
  readonly message: string;
  readonly pointer: string;
}

/**
 * Looks for what a validator would pass over, would take for OpenAPI 3.0, or would refuse without saying where it stands.
 * @throws {ContractError} Some schemas have a type or a pattern that is none, a keyword that is unknown, or lead to no anchor: each of them.
 */
export function assertSchemas(document: JsonObject, locate: (pointer: string) => SourceLocation): void {
  const schemas = [...walkDocument(document)].filter(({ kind }) => kind === "schema");
  const anchors = new Set(schemas.map(({ value }) => value["$dynamicAnchor"]));
  const problems = schemas.flatMap(({ pointer, value }) => [
    ...problemsOf(value, pointer),
    ...anchorProblems(value, pointer, anchors),
  ]);
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
  for (const name of Object.keys(schema)) {
    const message = unknown(name);
    if (message !== undefined) yield { message, pointer: appendPointer(pointer, name) };
  }
  yield* patternProblems(schema, pointer);
}

function* anchorProblems(
  { $dynamicRef: reference }: JsonObject,
  pointer: string,
  anchors: ReadonlySet<unknown>,
): Generator<Problem> {
  if (typeof reference !== "string" || !/^#[^/]/.test(reference) || anchors.has(reference.slice(1))) return;
  const message = `No schema has the $dynamicAnchor that ${reference} leads to.`;
  yield { message, pointer: appendPointer(pointer, "$dynamicRef") };
}

function unknown(name: string): string | undefined {
  if (former.includes(name)) {
    return `JSON Schema 2020-12 has no \`${name}\`: write a $ref to the schema that is meant, or $dynamicRef and $dynamicAnchor.`;
  }
  if (name === "nullable" || isKeyword(name)) return undefined;
  return `JSON Schema has no keyword \`${name}\`: mend it, or call it \`x-${name}\` if it is an extension.`;
}

function* patternProblems({ pattern, patternProperties }: JsonObject, pointer: string): Generator<Problem> {
  const names = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  const patterns = names.map((name): [string, string] => [
    name,
    appendPointer(pointer, "patternProperties", name),
  ]);
  if (typeof pattern === "string") patterns.push([pattern, appendPointer(pointer, "pattern")]);
  for (const [text, at] of patterns) {
    const reason = faultOf(text);
    if (reason === undefined) continue;
    const advice = /escape/i.test(reason) ? " A backslash stands only before what needs one." : "";
    const message = `It is no regular expression of ECMA-262 with the flag u: ${reason}.${advice}`;
    yield { message, pointer: at };
  }
}

function faultOf(pattern: string): string | undefined {
  try {
    new RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    return told.split(": ").at(-1);
  }
}

function isType(type: JsonValue): boolean {
  const given = [type].flat();
  return given.length > 0 && given.every((name) => types.includes(name));
}
