import type { Parameter } from "@workflow-api/contract";
import { isEqual, type JsonValue } from "@workflow-api/contract/json";
import type { Case } from "../case.ts";
import { type Attempt, type CaseDraft, casesOf } from "../draft.ts";

/**
 * Each parameter: missing, with each keyword broken, and at the edges of what is valid; then all at
 * once.
 */
export function parameterCases(draft: CaseDraft): Case[] {
  const { maker, operation, values } = draft;
  const { parameters, pointer } = operation;
  const attempts = parameters.flatMap((parameter) => [
    ...missingAttempts(draft, parameter),
    ...valueAttempts(draft, parameter),
  ]);
  const all = parameters.flatMap(({ key, shape }) => {
    const value = values.get(key) ?? maker.sample(shape);
    return value === undefined ? [] : [[key, value] as const];
  });
  const together = { name: "with all parameters", pointer, values: new Map(all) };
  return casesOf(draft, "parameter", [...attempts, together]);
}

function missingAttempts(
  { values }: CaseDraft,
  { in: place, key, name, pointer, required }: Parameter,
): Attempt[] {
  if (place === "path") return [];
  const others = new Map([...values].filter(([other]) => other !== key));
  const broken = required ? { part: key, keyword: "required", value: undefined } : undefined;
  return [{ name: `without ${name}`, part: key, pointer, values: others, broken }];
}

function valueAttempts({ maker, values }: CaseDraft, parameter: Parameter): Attempt[] {
  const { key, name, required, shape } = parameter;
  const sent = values.get(key);
  // An empty list has no item to change.
  const base = sent === undefined || isEqual(sent, []) ? maker.sample(shape) : sent;
  if (base === undefined) return [];
  return maker
    .around(shape, base)
    .filter(({ keyword, value }) => keyword === undefined || required || !isNothing(value))
    .map(({ at, lax, keyword, name: change, pointer, value }) => ({
      name: `${name} ${at === "" ? "" : "item "}${change}`,
      part: key,
      pointer,
      values: new Map([...values, [key, value]]),
      at,
      broken: keyword === undefined ? undefined : { part: key, keyword, value, lax },
    }));
}

/** Whether a server may read it as a parameter that was not sent. */
function isNothing(value: JsonValue): boolean {
  return value === "" || isEqual(value, []) || isEqual(value, [""]);
}
