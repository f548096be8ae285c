import type { Operation, Parameter, Shape } from "@workflow-api/contract";
import { parsePointer } from "@workflow-api/contract/json";
import type { Expected } from "../src/operation.ts";

/**
 * What the bodies of the responses hold, by status or range: their required members, and in each
 * the first required object or list. Null: there is no body.
 */
export function bodiesOf({ responses }: Operation): Record<string, Expected | null> {
  const codes = responses.map(({ code }) => code);
  const bodies = responses.flatMap(({ code, content: [media, ...others], isSuccess }) => {
    const body = media === undefined ? null : others.length === 0 && expectedBody(media.shape);
    // A `default` covers errors, and success if nothing else does.
    const ranges = isSuccess ? ["2XX", "4XX", "5XX"] : ["4XX", "5XX"];
    const covered = code === "default" ? ranges.filter((range) => !codes.includes(range)) : [code];
    return covered.map((range) => [range, body] as const);
  });
  return Object.fromEntries(bodies);
}

/** What each value of a parameter adds to the body of the response. Null: nothing. */
export function includesOf(
  { includes, responses }: Operation,
  parameter: Parameter,
): Record<string, Expected> | null {
  const [body] = responses.flatMap(({ content, isSuccess }) => (isSuccess ? content : []));
  const added = includes
    .filter((include) => include.parameter === parameter)
    .map(({ value, adds }) => [value, body !== undefined && expectedAt(body.shape, adds)] as const);
  return added.length === 0 ? null : Object.fromEntries(added);
}

function expectedAt(body: Shape, pointer: string): Expected {
  const names = parsePointer(pointer);
  const added = names.reduce((outer, name) => outer.property(name), body);
  const expected = added.locations.length > 0 && expectedMember(added);
  return expected && names.reduceRight<Expected>((inner, name) => ({ [name]: inner }), expected);
}

function expectedBody(body: Shape): Expected {
  if (body.types.join() !== "object") return false;
  const members = requiredMembers(body).map(
    ([name, member]) => [name, expectedMember(member)] as const,
  );
  return Object.fromEntries(members.filter(([, expected]) => expected !== false));
}

function expectedMember(shape: Shape): Expected {
  const { types } = shape;
  if (types.includes("null")) return false;
  if (types.join() === "array") return [];
  const required = requiredMembers(shape);
  // Some services write an empty object as a list.
  if (types.join() !== "object" || required.length === 0) return true;
  for (const [name, inner] of required) {
    const expected = /^(object|array)$/.test(inner.types.join()) && expectedMember(inner);
    if (expected !== false) return { [name]: expected };
  }
  return {};
}

function requiredMembers(shape: Shape): [string, Shape][] {
  const { names, required } = shape;
  return names.filter((name) => required.has(name)).map((name) => [name, shape.property(name)]);
}
