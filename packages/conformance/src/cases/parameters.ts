import { isEqual, type JsonValue, type Parameter } from "@workflow-api/contract";
import type { Broken, Case } from "../case.ts";
import { casesOf, type Draft, type Trial } from "../draft.ts";
import { shown } from "../scalars.ts";
import type { EdgeValue } from "../values.ts";

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
  const trialOf = ({ at, name: told, pointer, value }: EdgeValue, broken?: Broken): Trial => ({
    name: `${name} ${at === "" ? "" : "item "}${told}`,
    pointer,
    values: new Map([...values, [key, value]]),
    broken,
  });
  return [
    trialOf({ name: shown(base), at: "", pointer: parameter.shape.pointer, value: base }),
    ...maker.edges(parameter.shape, base).map((edge) => trialOf(edge)),
    ...maker
      .broken(parameter.shape, base)
      .filter(({ value }) => required || !isNothing(value))
      .map((each) => trialOf(each, { part: key, keyword: each.keyword, value: each.value })),
  ];
}

/** Whether a server may read it as a parameter that was not sent. */
function isNothing(value: JsonValue): boolean {
  return value === "" || isEqual(value, []) || isEqual(value, [""]);
}
