import {
  appendPointer,
  type Contract,
  isJson,
  isObject,
  type JsonObject,
  type JsonSchema,
  type Operation,
  parsePointer,
} from "@workflow-api/contract";
import { answersOf } from "./reading.ts";

interface Added {
  readonly name: string;
  /** What is left of the path into the body. */
  readonly path: readonly string[];
}

interface Place {
  readonly schema: JsonSchema;
  readonly pointer: string;
  /** The type of the place in source text. */
  readonly type: string;
}

/**
 * The type of a body with what was `Asked` for and without what was not. Written out it costs the compiler a tenth of
 * what the type that works on any body does, which is used where the schema has no simple members on the way.
 */
export function includedType(
  contract: Contract,
  operation: Operation,
  body: string,
  includes: string,
): string {
  const added = [...(operation.includes?.adds ?? [])].map(([name, pointer]) => ({
    name,
    path: parsePointer(pointer),
  }));
  const answers = answersOf(operation).map(({ content }) => content);
  const [media] = answers[0] ?? [];
  const isSingle = answers.flat().length === 1 && answers.length === 1;
  const written =
    media && isSingle && isJson(media.mediaType)
      ? write(contract.resolve, { ...media, type: body }, added)
      : undefined;
  return written ?? `With<${body}, ${includes}[Asked], ${includes}[Exclude<keyof ${includes}, Asked>]>`;
}

/** `undefined`: it cannot be written out. */
function write(resolve: Contract["resolve"], place: Place, added: readonly Added[]): string | undefined {
  const { schema, pointer } = resolve(place.schema, place.pointer);
  if (!isPlainObject(schema)) return undefined;
  const keys = [...new Set(added.map(({ path }) => path[0] ?? ""))];
  const parts = keys.map((key) => {
    const { properties, required } = schema;
    const member = isObject(properties) ? properties[key] : undefined;
    if (!isObject(member)) return undefined;
    const isRequired = Array.isArray(required) && required.includes(key);
    const below = added
      .filter(({ path }) => path[0] === key)
      .map(({ name, path }) => ({ name, path: path.slice(1) }));
    const inner = { schema: member, pointer: appendPointer(pointer, "properties", key), type: place.type };
    return writeMember(resolve, inner, key, isRequired, below);
  });
  if (parts.includes(undefined)) return undefined;
  return [`Omit<${place.type}, ${union(keys)}>`, ...parts].join(" & ");
}

/** A member that is added, or holds what is. `outer.type` is the type that it is a member of. */
function writeMember(
  resolve: Contract["resolve"],
  outer: Place,
  key: string,
  isRequired: boolean,
  added: readonly Added[],
): string | undefined {
  const property = JSON.stringify(key);
  const names = union(added.map(({ name }) => name));
  if (added.every(({ path }) => path.length === 0)) {
    return `Present<Asked, ${names}, { ${property}: Exclude<${outer.type}[${property}], undefined> }>`;
  }
  const type = `NonNullable<${outer.type}[${property}]>`;
  const child = write(resolve, { ...outer, type }, added);
  if (child === undefined || isRequired) return child && `{ ${property}: ${child} }`;
  return `Present<Asked, ${names}, { ${property}: ${child} }, { ${property}?: ${child} }>`;
}

/** Whether the members of an object are those that its schema lists itself. */
function isPlainObject(schema: JsonSchema): schema is JsonObject {
  if (!isObject(schema) || schema["type"] !== "object") return false;
  return ["allOf", "anyOf", "oneOf", "$ref"].every((keyword) => schema[keyword] === undefined);
}

function union(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}
