import type { Parameter } from "@workflow-api/contract";
import { isEqual, type JsonValue } from "@workflow-api/contract/json";
import type { Case } from "../case.ts";
import { type Attempt, type CaseDraft, casesOf } from "../draft.ts";
import { valuesAround } from "../values.ts";

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
  return [{ name: `without ${name}`, pointer, values: others, broken }];
}

function valueAttempts({ maker, values }: CaseDraft, parameter: Parameter): Attempt[] {
  const { key, name, required } = parameter;
  const sent = values.get(key);
  // An empty list has no item to change.
  const base = sent === undefined || isEqual(sent, []) ? maker.sample(parameter.shape) : sent;
  if (base === undefined) return [];
  const spellings = spellingsOf(base).map(
    (value): Attempt => ({
      name: `${name} ${JSON.stringify(value)}, against type`,
      pointer: parameter.pointer,
      values: new Map([...values, [key, value]]),
      broken: { part: key, keyword: "type", value, lax: "spelling" },
    }),
  );
  const around = valuesAround(maker, parameter.shape, base)
    .filter(({ keyword, value }) => keyword === undefined || required || !isNothing(value))
    .map(({ at, lax, keyword, name: change, pointer, value }) => ({
      name: `${name} ${at === "" ? "" : "item "}${change}`,
      pointer,
      values: new Map([...values, [key, value]]),
      at,
      broken: keyword === undefined ? undefined : { part: key, keyword, value, lax },
    }));
  return [...around, ...spellings];
}

/** A number, or a list of one, as lax parsers read it and JSON does not spell it. */
function spellingsOf(value: JsonValue): JsonValue[] {
  const [item] = Array.isArray(value) ? value : [];
  if (item !== undefined) return spellingsOf(item).map((spelling) => [spelling]);
  if (typeof value !== "number" || value < 0) return [];
  return [`+${value}`, `00${value}`, `0x${Math.floor(value).toString(16)}`, `${value}abc`];
}

/** Whether a server may read it as a parameter that was not sent. */
function isNothing(value: JsonValue): boolean {
  return value === "" || isEqual(value, []) || isEqual(value, [""]);
}
