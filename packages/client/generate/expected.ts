import type { Operation, Parameter, Shape } from "@workflow-api/contract";
import { parsePointer } from "@workflow-api/contract/json";
import type { Expected } from "../src/operation.ts";

/** What the bodies of the responses hold, by status or range. Null: there is no body. */
export function bodiesOf({ responses }: Operation): Record<string, Expected | null> {
  const codes = responses.map(({ code }) => code);
  const bodies = responses.flatMap(({ code, content: [media, ...further], isSuccess }) => {
    const body = media === undefined ? null : further.length === 0 && expectedOf(media.shape);
    // A `default` covers errors, and success if nothing else does.
    const ranges = isSuccess ? ["2XX", "4XX", "5XX"] : ["4XX", "5XX"];
    const covered = code === "default" ? ranges.filter((range) => !codes.includes(range)) : [code];
    return covered.map((range) => [range, body] as const);
  });
  return Object.fromEntries(bodies);
}

/** What each value of a parameter adds to the body of the response. */
export function includesOf(
  { includes, responses }: Operation,
  parameter: Parameter,
): { includes?: Record<string, Expected> } {
  const [body] = responses.flatMap(({ content, isSuccess }) => (isSuccess ? content : []));
  const added = includes
    .filter((include) => include.parameter === parameter)
    .map(({ value, adds }) => [value, body !== undefined && expectedAt(body.shape, adds)] as const);
  return added.length === 0 ? {} : { includes: Object.fromEntries(added) };
}

function expectedAt(body: Shape, pointer: string): Expected {
  const expected = expectedOf(body.at(pointer), 1);
  return (
    expected &&
    parsePointer(pointer).reduceRight<Expected>((inner, name) => ({ [name]: inner }), expected)
  );
}

/** The required members of a value, and in each the required objects and lists. */
function expectedOf(shape: Shape, depth = 0): Expected {
  const { names, required, types } = shape;
  if (types.includes("null") || types.length === 0) return false;
  if (types.join() === "array") return [];
  const members = names.filter((name) => required.has(name));
  // Some services write an empty object as a list.
  if (types.join() !== "object" || members.length === 0) return true;
  const expected = members.map(
    (name) => [name, expectedOf(shape.property(name), depth + 1)] as const,
  );
  return Object.fromEntries(
    expected.filter(([, member]) => typeof member === "object" || (member && depth === 0)),
  );
}
