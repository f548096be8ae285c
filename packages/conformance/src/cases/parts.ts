import { isEqual, type JsonValue, uniqueBy, valueAt } from "@workflow-api/contract/json";
import {
  type Attempt,
  type BaseRequest,
  casesOf,
  partsOf,
  type RequestPart,
  withoutPart,
} from "./base-request.ts";
import type { Case } from "./case.ts";

/**
 * Each parameter, and the body: missing, with each keyword broken, and at the edges of what is
 * valid; then all at once.
 */
export function partCases(base: BaseRequest): Case[] {
  const { maker, operation, values } = base;
  const parts = partsOf(operation);
  const all = parts.flatMap(({ key, shape }) => {
    const value = values.get(key) ?? maker.sample(shape);
    return value === undefined ? [] : [[key, value] as const];
  });
  const { pointer } = operation;
  const together = { name: "with all parameters", pointer, values: new Map(all) };
  const single = parts.flatMap((part) => {
    const attempts = [...missingAttempts(base, part), ...valueAttempts(base, part)];
    return casesOf(base, part.key === "body" ? "body" : "parameter", attempts);
  });
  return [...single, ...casesOf(base, "parameter", [together])];
}

function missingAttempts(
  base: BaseRequest,
  { key, name, pointer, required }: RequestPart,
): Attempt[] {
  // Without a parameter in the path, it is the path of something else.
  if (key.startsWith("path ")) return [];
  const values = withoutPart(base.values, key);
  const broken = required ? { part: key, keyword: "required" } : undefined;
  return [{ name: `without ${name}`, part: key, pointer, values, broken }];
}

function valueAttempts({ maker, values }: BaseRequest, part: RequestPart): Attempt[] {
  const { key, name, required, shape } = part;
  // An empty list has no item to change.
  const starts = [values.get(key), maker.sample(shape)].filter(
    (value) => value !== undefined && !isEqual(value, []),
  );
  // The server knows the example of a body; the sample has every member.
  const attempts = starts.slice(0, key === "body" ? 2 : 1).flatMap((start) =>
    maker
      .around(shape, start)
      .filter(({ keyword, value }) => keyword === undefined || required || !isNothing(value))
      .map(({ at, lax, keyword, name: change, pointer, value }): Attempt => {
        const broken = keyword === undefined ? undefined : { part: key, keyword, lax };
        const title = [name, at, change].filter((word) => word !== "").join(" ");
        return {
          name: title,
          part: key,
          pointer,
          values: new Map([...values, [key, value]]),
          at,
          tried: valueAt(value, at),
          broken,
        };
      }),
  );
  // The same change is tried once.
  return uniqueBy(attempts, ({ name: title, pointer, tried }) =>
    JSON.stringify([title, pointer, tried]),
  );
}

/** Whether a server may read it as a parameter that was not sent. */
function isNothing(value: JsonValue): boolean {
  return value === "" || isEqual(value, []) || isEqual(value, [""]);
}
