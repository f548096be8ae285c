import { isEqual, type JsonValue, uniqueBy, valueAt } from "@workflow-api/contract/json";
import type { Case } from "../case.ts";
import {
  type Attempt,
  type CaseDraft,
  casesOf,
  partsOf,
  type RequestPart,
  withoutPart,
} from "../draft.ts";

/**
 * Each parameter, and the body: missing, with each keyword broken, and at the edges of what is
 * valid; then all at once.
 */
export function partCases(draft: CaseDraft): Case[] {
  const { maker, operation, values } = draft;
  const parts = partsOf(operation);
  const all = parts.flatMap(({ key, shape }) => {
    const value = values.get(key) ?? maker.sample(shape);
    return value === undefined ? [] : [[key, value] as const];
  });
  const { pointer } = operation;
  const together = { name: "with all parameters", pointer, values: new Map(all) };
  const single = parts.flatMap((part) => {
    const attempts = [...missingAttempts(draft, part), ...valueAttempts(draft, part)];
    return casesOf(draft, part.key === "body" ? "body" : "parameter", attempts);
  });
  return [...single, ...casesOf(draft, "parameter", [together])];
}

function missingAttempts(
  draft: CaseDraft,
  { key, name, pointer, required }: RequestPart,
): Attempt[] {
  // Without a parameter in the path, it is the path of something else.
  if (key.startsWith("path ")) return [];
  const values = withoutPart(draft.values, key);
  const broken = required ? { part: key, keyword: "required" } : undefined;
  return [{ name: `without ${name}`, part: key, pointer, values, broken }];
}

function valueAttempts({ maker, values }: CaseDraft, part: RequestPart): Attempt[] {
  const { key, name, required, shape } = part;
  // An empty list has no item to change.
  const bases = [values.get(key), maker.sample(shape)].filter(
    (base) => base !== undefined && !isEqual(base, []),
  );
  // The server knows the example of a body; the sample has every member.
  const attempts = bases.slice(0, key === "body" ? 2 : 1).flatMap((base) =>
    maker
      .around(shape, base)
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
