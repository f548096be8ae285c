import { isEqual, type JsonValue, type Parameter } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { type Draft, invalidCase, validCase, withValue } from "../draft.ts";
import { shown } from "../scalars.ts";

/** Each parameter: missing, with each keyword broken, and at the edges of what is valid. */
export function parameterCases(draft: Draft): Case[] {
  return draft.operation.parameters.flatMap((parameter) => [
    ...missingCases(draft, parameter),
    ...brokenCases(draft, parameter),
    ...edgeCases(draft, parameter),
  ]);
}

function missingCases(draft: Draft, parameter: Parameter): Case[] {
  const { key, name, parameterPointer: pointer, required } = parameter;
  if (parameter.in === "path") return [];
  const parts = {
    group: "parameter",
    name: `without ${name}`,
    pointer,
    values: withValue(draft, parameter, undefined),
  } as const;
  return required
    ? invalidCase(draft, { ...parts, broken: { part: key, keyword: "required", value: undefined } })
    : validCase(draft, parts);
}

/** The value of the draft, unless there are no items in it to look at. */
function baseOf({ maker, values }: Draft, parameter: Parameter): JsonValue | undefined {
  const value = values.get(parameter.key);
  return value === undefined || isEqual(value, []) ? maker.sample([parameter]) : value;
}

function brokenCases(draft: Draft, parameter: Parameter): Case[] {
  const { key, name, required } = parameter;
  return draft.maker
    .broken([parameter], baseOf(draft, parameter))
    .filter(({ value }) => required || !isNothing(value))
    .flatMap(({ at, keyword, name: told, pointer, value }) =>
      invalidCase(draft, {
        group: "parameter",
        name: `${name} ${at === "" ? "" : "item "}${told}`,
        pointer,
        values: withValue(draft, parameter, value),
        broken: { part: key, keyword, value },
      }),
    );
}

/** What a server may take for a parameter that was not sent. */
function isNothing(value: JsonValue): boolean {
  return value === "" || value === null || isEqual(value, []) || isEqual(value, [""]);
}

function edgeCases(draft: Draft, parameter: Parameter): Case[] {
  const base = baseOf(draft, parameter);
  const plain =
    base === undefined ? [] : [{ name: shown(base), at: "", pointer: parameter.pointer, value: base }];
  return [...plain, ...draft.maker.edges([parameter], base)].flatMap(({ at, name, pointer, value }) =>
    validCase(draft, {
      group: "parameter",
      name: `${parameter.name} ${at === "" ? "" : "item "}${name}`,
      pointer,
      values: withValue(draft, parameter, value),
    }),
  );
}
