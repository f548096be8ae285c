import { isObject, type JsonSchema, type JsonValue } from "./json.ts";
import { appendPointer, parsePointer } from "./json-pointer.ts";
import { isJson } from "./media-type.ts";
import type { Contract, MediaType, Operation, Response } from "./model.ts";

type Resolve = Contract["resolve"];

/** A schema in its place. */
interface Placed {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

/** What the answers of an operation say of a member that can be asked for. */
export interface IncludedMember {
  /** The bodies of answers that it is in. */
  readonly bodies: readonly MediaType[];
  /** Whether one of their schemas lets it be null. */
  readonly isNullable: boolean;
}

/**
 * Where a member is that can be asked for: in the bodies of answers that declare it; where none does, in all of them.
 *
 * @param adds - Its JSON Pointer.
 */
export function includedMember(
  resolve: Resolve,
  operation: Pick<Operation, "method" | "responses">,
  adds: string,
): IncludedMember {
  const path = parsePointer(adds);
  const all = bodiesOf(operation);
  const declaring = all.filter((body) => isJson(body.mediaType) && membersAt(resolve, body, path).length > 0);
  const bodies = declaring.length > 0 ? declaring : all;
  const isNullable = bodies.some((body) =>
    membersAt(resolve, body, path).some((member) => mayBeNull(resolve, member)),
  );
  return { bodies, isNullable };
}

/** The bodies of success. `default` is one only where no 2xx is declared; the answer to a HEAD has none (RFC 9110, 9.3.2). */
function bodiesOf({ method, responses }: Pick<Operation, "method" | "responses">): MediaType[] {
  if (method === "HEAD") return [];
  const declared = responses.filter(({ status }) => status.startsWith("2"));
  const isDefault = ({ status }: Response): boolean => status === "default";
  return (declared.length > 0 ? declared : responses.filter(isDefault)).flatMap(({ content }) => content);
}

/** What a schema and its parts declare at a path. */
function membersAt(resolve: Resolve, place: Placed, [name, ...path]: readonly string[]): Placed[] {
  if (name === undefined) return [place];
  return withParts(resolve, place).flatMap(({ schema, pointer }) => {
    const properties = isObject(schema) ? schema["properties"] : undefined;
    const member = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const at = appendPointer(pointer, "properties", name);
    return isObject(member) || member === true
      ? membersAt(resolve, { schema: member, pointer: at }, path)
      : [];
  });
}

/** What says nothing of null does not let a member be null that was asked for. */
function mayBeNull(resolve: Resolve, place: Placed): boolean {
  return withParts(resolve, place).some(({ schema }) => {
    if (!isObject(schema)) return false;
    const { type, enum: listed, const: value } = schema;
    return [type].flat().includes("null") || [listed, value].flat().includes(null);
  });
}

/** A schema and the schemas that it is made of. A contract in which that never ends is refused. */
function withParts(resolve: Resolve, place: Placed): Placed[] {
  const { schema, pointer } = resolve(place.schema, place.pointer);
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => {
    const listed: JsonValue | undefined = isObject(schema) ? schema[keyword] : undefined;
    return (Array.isArray(listed) ? listed : []).flatMap((part, index) =>
      isObject(part)
        ? withParts(resolve, { schema: part, pointer: appendPointer(pointer, keyword, index) })
        : [],
    );
  });
  return [{ schema, pointer }, ...parts];
}
