import type { Operation, Parameter, Shape } from "@workflow-api/contract";
import { parsePointer } from "@workflow-api/contract/json";

/** The paths to what the bodies of the responses hold, by status or range. False: none is known. */
export function bodiesOf({ responses }: Operation): Record<string, string | false> {
  const codes = responses.map(({ code }) => code);
  const bodies = responses.flatMap(({ code, content: [media, ...further], isSuccess }) => {
    const isKnown = media !== undefined && further.length === 0;
    const body = isKnown && pathsIn(media.shape)?.join(" ");
    // A `default` covers errors, and success if nothing else does.
    const ranges = isSuccess ? ["2XX", "4XX", "5XX"] : ["4XX", "5XX"];
    const covered = code === "default" ? ranges.filter((range) => !codes.includes(range)) : [code];
    return covered.map((range) => [range, body ?? false] as const);
  });
  return Object.fromEntries(bodies);
}

/** The paths to what each value of a parameter adds to the body of the response. */
export function includesOf(
  { includes, responses }: Operation,
  parameter: Parameter,
): Record<string, string> {
  const [body] = responses.flatMap(({ content, isSuccess }) => (isSuccess ? content : []));
  const added = includes
    .filter((include) => include.parameter === parameter)
    .map(({ value, adds }) => {
      const names = parsePointer(adds);
      const inner = body && isText(names) && pathsIn(body.shape.at(adds), 1);
      return [value, inner ? pathsFrom(names.join("."), inner).join(" ") : ""] as const;
    });
  return Object.fromEntries(added);
}

/**
 * The paths to the required members of a value, and in each to the required objects and lists.
 * `undefined`: nothing is known of the value.
 */
function pathsIn(shape: Shape, depth = 0): string[] | undefined {
  const { names, required, types } = shape;
  if (types.includes("null") || types.length === 0) return undefined;
  if (types.join() !== "object") return [];
  const members = names.filter((name) => required.has(name) && isText([name]));
  return members.flatMap((name) => {
    const member = shape.property(name);
    const inner = pathsIn(member, depth + 1);
    const isHeld = depth === 0 || /^(array|object)$/.test(member.types.join());
    return inner && isHeld ? pathsFrom(name, inner) : [];
  });
}

function pathsFrom(name: string, inner: readonly string[]): string[] {
  return inner.length === 0 ? [name] : inner.map((path) => `${name}.${path}`);
}

/** Whether names can stand in a path. */
function isText(names: readonly string[]): boolean {
  return names.every((name) => !/[.\s]/.test(name));
}
