import type { Operation, Shape } from "@workflow-api/contract";
import { parsePointer } from "@workflow-api/contract/json";
import type { Expected } from "../src/operation.ts";

/** The success body of an operation. `undefined`: it has none, or several. */
export function bodyOf({ responses }: Operation): Shape | undefined {
  const bodies = responses.filter(({ isSuccess }) => isSuccess).flatMap(({ content }) => content);
  return bodies.length === 1 ? bodies[0]?.shape : undefined;
}

/**
 * What is known of a body: its required members, and in each the first required object or list.
 */
export function expectedBody(body: Shape): Expected {
  if (body.types.join() !== "object") return false;
  const members = requiredMembers(body).map(([name, member]) => [name, memberOf(member)] as const);
  return Object.fromEntries(members.filter(([, expected]) => expected !== false));
}

/** What is known of an include, at its pointer into the body. */
export function expectedInclude(body: Shape, pointer: string): Expected {
  const names = parsePointer(pointer);
  const added = names.reduce((outer, name) => outer.property(name), body);
  const expected = added.locations.length > 0 && memberOf(added);
  return expected && names.reduceRight<Expected>((inner, name) => ({ [name]: inner }), expected);
}

function memberOf(shape: Shape): Expected {
  const { types } = shape;
  if (types.includes("null")) return false;
  if (types.join() === "array") return [];
  const required = requiredMembers(shape);
  // Some services write an empty object as a list.
  if (types.join() !== "object" || required.length === 0) return true;
  for (const [name, inner] of required) {
    const expected = /^(object|array)$/.test(inner.types.join()) ? memberOf(inner) : false;
    if (expected !== false) return { [name]: expected };
  }
  return {};
}

function requiredMembers(shape: Shape): [string, Shape][] {
  const { names, required } = shape;
  return names.filter((name) => required.has(name)).map((name) => [name, shape.property(name)]);
}
