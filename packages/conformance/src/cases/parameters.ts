import { isEqual, type JsonValue, type Parameter } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { casesOf, type Draft, type Trial } from "../draft.ts";
import { valuesAround } from "../values.ts";

/** Each parameter: missing, with each keyword broken, and at the edges of what is valid. */
export function parameterCases(draft: Draft): Case[] {
  const trials = draft.operation.parameters.flatMap((parameter) => [
    ...missingTrials(draft, parameter),
    ...valueTrials(draft, parameter),
  ]);
  return casesOf(draft, "parameter", trials);
}

function missingTrials(
  { values }: Draft,
  { in: place, key, name, pointer, required }: Parameter,
): Trial[] {
  if (place === "path") return [];
  const others = new Map([...values].filter(([other]) => other !== key));
  const broken = required ? { part: key, keyword: "required", value: undefined } : undefined;
  return [{ name: `without ${name}`, pointer, values: others, broken }];
}

function valueTrials({ maker, values }: Draft, parameter: Parameter): Trial[] {
  const { key, name, required } = parameter;
  const own = values.get(key);
  // An empty list has no item to change.
  const base = own === undefined || isEqual(own, []) ? maker.sample(parameter.shape) : own;
  if (base === undefined) return [];
  return valuesAround(maker, parameter.shape, base)
    .filter(({ keyword, value }) => keyword === undefined || required || !isNothing(value))
    .map(({ at, keyword, name: change, pointer, value }) => ({
      name: `${name} ${at === "" ? "" : "item "}${change}`,
      pointer,
      values: new Map([...values, [key, value]]),
      broken: keyword === undefined ? undefined : { part: key, keyword, value },
    }));
}

/** Whether a server may read it as a parameter that was not sent. */
function isNothing(value: JsonValue): boolean {
  return value === "" || isEqual(value, []) || isEqual(value, [""]);
}
