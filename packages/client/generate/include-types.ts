import {
  appendPointer,
  type Contract,
  isJson,
  isObject,
  type JsonObject,
  type JsonSchema,
  type Operation,
} from "@workflow-api/contract";
import { answersOf } from "./reading.ts";

/** A value that adds something to the body. */
export interface Added {
  /** The type parameter that holds what is asked for by the value's argument. */
  readonly asked: string;
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
 * The type of a body with what was asked for and without what was not. Written out it costs the compiler a tenth of
 * what the type that works on any body does, which is used where the schema has no simple members on the way.
 *
 * @param otherwise - The type that works on any body.
 */
export function includedType(
  contract: Contract,
  operation: Operation,
  body: string,
  added: readonly Added[],
  otherwise: string,
): string {
  const answers = answersOf(operation).map(({ content }) => content);
  const [media] = answers[0] ?? [];
  const isSingle = answers.flat().length === 1 && answers.length === 1;
  const isSeveral = new Set(added.map(({ asked }) => asked)).size > 1;
  const written =
    media && isSingle && isJson(media.mediaType)
      ? write({ resolve: contract.resolve, isSeveral }, { ...media, type: body }, added)
      : undefined;
  return written ?? otherwise;
}

interface Writing {
  readonly resolve: Contract["resolve"];
  /** Whether several arguments ask: each may be known, or `undefined` if it is known only at run time. */
  readonly isSeveral: boolean;
}

/** `undefined`: it cannot be written out. */
function write(writing: Writing, place: Place, added: readonly Added[]): string | undefined {
  const { schema, pointer } = writing.resolve(place.schema, place.pointer);
  if (!isPlainObject(schema)) return undefined;
  const keys = [...new Set(added.map(({ path }) => path[0] ?? ""))];
  const parts = keys.map((key) => {
    const { properties, required } = schema;
    const member = isObject(properties) ? properties[key] : undefined;
    if (!isObject(member)) return undefined;
    const isRequired = Array.isArray(required) && required.includes(key);
    const below = added
      .filter(({ path }) => path[0] === key)
      .map(({ path, ...each }) => ({ ...each, path: path.slice(1) }));
    const inner = { schema: member, pointer: appendPointer(pointer, "properties", key), type: place.type };
    return writeMember(writing, inner, key, isRequired, below);
  });
  if (parts.includes(undefined)) return undefined;
  return [`Omit<${place.type}, ${union(keys)}>`, ...parts].join(" & ");
}

/** A member that is added, or holds what is. `outer.type` is the type that it is a member of. */
function writeMember(
  writing: Writing,
  outer: Place,
  key: string,
  isRequired: boolean,
  added: readonly Added[],
): string | undefined {
  const property = JSON.stringify(key);
  const asked = askedOf(added);
  if (added.every(({ path }) => path.length === 0)) {
    const type = `Exclude<${outer.type}[${property}], undefined>`;
    const unknown = [...new Set(added.map((each) => each.asked))].join(" | ");
    const perhaps = writing.isSeveral ? `, Present<${unknown}, undefined, { ${property}?: ${type} }>` : "";
    return `Present<${asked}, { ${property}: ${type} }${perhaps}>`;
  }
  const type = `NonNullable<${outer.type}[${property}]>`;
  const child = write(writing, { ...outer, type }, added);
  if (child === undefined || isRequired) return child && `{ ${property}: ${child} }`;
  return `Present<${asked}, { ${property}: ${child} }, { ${property}?: ${child} }>`;
}

/** What is asked for, and those of it that add something here. */
function askedOf(added: readonly Added[]): string {
  const namesOf = (asked: string): string =>
    union(added.filter((each) => each.asked === asked).map(({ name }) => name));
  const [first = "", ...others] = new Set(added.map(({ asked }) => asked));
  if (others.length === 0) return `${first}, ${namesOf(first)}`;
  return `${[first, ...others].map((asked) => `${asked} & (${namesOf(asked)})`).join(" | ")}, string`;
}

/** Whether the members of an object are those that its schema lists itself. */
function isPlainObject(schema: JsonSchema): schema is JsonObject {
  if (!isObject(schema) || schema["type"] !== "object") return false;
  return ["allOf", "anyOf", "oneOf", "$ref"].every((keyword) => schema[keyword] === undefined);
}

function union(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}
