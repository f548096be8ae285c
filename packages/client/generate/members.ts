import { appendPointer, type Contract, isObject, type JsonSchema } from "@workflow-api/contract";
import { isAlways } from "./reading.ts";

type Resolve = Contract["resolve"];

/** A schema in its place. */
export interface Placed {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

/** A member that a schema declares, itself or in one of the parts that all hold: by one that says what it is, if any. */
export function memberOf(resolve: Resolve, place: Placed, name: string): Placed | undefined {
  const members = membersOf(resolve, place, name, ["allOf"]).filter(({ schema }) => isObject(schema));
  const telling = members.find(({ schema, pointer }) => isAlways(NO_NULL, resolve, schema, pointer));
  return telling ?? members[0];
}

/** Whether a member of a body is something else than null, whatever else it may be. */
export function isNeverNull(resolve: Resolve, body: Placed, name: string): boolean {
  const member = memberOf(resolve, body, name);
  return member !== undefined && isAlways(NO_NULL, resolve, member.schema, member.pointer);
}

const NO_NULL = ["object", "array", "string", "number", "integer", "boolean"];

/** The members that an object of a schema always has when a server sends it. */
export function requiredMembers(resolve: Resolve, place: Placed): string[] {
  const isSent = (name: string): boolean =>
    !membersOf(resolve, place, name, ANY_PART).some((member) => isMarked(resolve, member, "writeOnly"));
  return [...new Set(requiredIn(resolve, place))].filter(isSent);
}

const ANY_PART = ["allOf", "oneOf", "anyOf"];

function requiredIn(resolve: Resolve, place: Placed, above: readonly string[] = []): string[] {
  const resolved = resolve(place.schema, place.pointer);
  const { schema } = resolved;
  if (!isObject(schema) || above.includes(resolved.pointer)) return [];
  const { required } = schema;
  const inParts = (keyword: string): string[][] =>
    partsOf(resolved, [keyword]).map((part) => requiredIn(resolve, part, [...above, resolved.pointer]));
  // What every alternative requires is there whichever it is; one that is `true` requires nothing.
  const inAll = ["oneOf", "anyOf"].flatMap((keyword) => {
    const [first = [], ...others] = inParts(keyword);
    const isWhole = others.length + 1 === [schema[keyword]].flat().length;
    return first.filter((name) => isWhole && others.every((each) => each.includes(name)));
  });
  return [...(Array.isArray(required) ? required.map(String) : []), ...inParts("allOf").flat(), ...inAll];
}

/** What a schema and its parts say of a member, the schema itself first. */
function membersOf(
  resolve: Resolve,
  place: Placed,
  name: string,
  keywords: readonly string[],
  above: readonly string[] = [],
): Placed[] {
  const resolved = resolve(place.schema, place.pointer);
  if (!isObject(resolved.schema) || above.includes(resolved.pointer)) return [];
  const { properties } = resolved.schema;
  const member = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const own =
    isObject(member) || member === true
      ? [{ schema: member, pointer: appendPointer(resolved.pointer, "properties", name) }]
      : [];
  const others = partsOf(resolved, keywords).flatMap((part) =>
    membersOf(resolve, part, name, keywords, [...above, resolved.pointer]),
  );
  return [...own, ...others];
}

/** Whether a schema, or a part of it that always holds, says that its value travels in one direction alone. */
export function isMarked(
  resolve: Resolve,
  place: Placed,
  mark: "readOnly" | "writeOnly",
  above: readonly string[] = [],
): boolean {
  const resolved = resolve(place.schema, place.pointer);
  if (!isObject(resolved.schema) || above.includes(resolved.pointer)) return false;
  const isBelow = (part: Placed): boolean => isMarked(resolve, part, mark, [...above, resolved.pointer]);
  return resolved.schema[mark] === true || partsOf(resolved, ["allOf"]).some(isBelow);
}

function partsOf({ schema, pointer }: Placed, keywords: readonly string[]): Placed[] {
  return keywords.flatMap((keyword) => {
    const parts = isObject(schema) ? schema[keyword] : undefined;
    return (Array.isArray(parts) ? parts : []).flatMap((part, index) =>
      isObject(part) ? [{ schema: part, pointer: appendPointer(pointer, keyword, index) }] : [],
    );
  });
}
