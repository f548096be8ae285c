import type { Context } from "../redocly.ts";
import type { Answer, Input, Operation } from "./operation.ts";
import { child, get, members, type Place } from "./place.ts";
import type { Scenario } from "./scenario.ts";

/** A parameter with `x-includes`. */
export interface Includes {
  readonly parameter: Input;
  /** The extension itself. */
  readonly place: Place;
  /** For each value of the parameter, the JSON Pointer of what it adds. */
  readonly adds: readonly (readonly [string, Place])[];
}

/** The `x-includes` of an operation's parameters. */
export function includesOf({ parameters }: Operation): Includes[] {
  return parameters.flatMap((parameter) => {
    const place = child(parameter.place, "x-includes");
    return place.value === undefined ? [] : [{ parameter, place, adds: members(place) }];
  });
}

/** The values that the parameter takes: the enum of its schema, or of the items of it. */
export function choicesOf({ parameter }: Includes, context: Context): readonly unknown[] {
  const schema = get(context, parameter.place, "schema");
  const own = child(schema, "enum").value;
  const choices = Array.isArray(own) ? own : child(get(context, schema, "items"), "enum").value;
  return Array.isArray(choices) ? choices : [];
}

/** The values of the parameter that a scenario asks for. */
export function askedBy({ parameter }: Includes, { values }: Scenario): readonly unknown[] {
  const value = values.get(parameter.key);
  return value === undefined ? [] : [value].flat();
}

export function isSuccess({ status }: Answer): boolean {
  return /^2/.test(status);
}
