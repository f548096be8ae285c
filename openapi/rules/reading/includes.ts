import type { Context } from "../redocly.ts";
import type { Answer, Input, Operation } from "./operation.ts";
import { child, follow, get, members, type Place } from "./place.ts";
import { parsePointer } from "./pointer.ts";
import type { Scenario } from "./scenario.ts";
import { alternativesOf } from "./schema.ts";

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

/** A value of the parameter, and the path of what it adds to the body. */
export interface Add {
  readonly includes: Includes;
  readonly name: string;
  readonly tokens: readonly string[];
}

/** What a query parameter adds, as far as its names and pointers make sense. */
export function validAdds(operation: Operation, includes: Includes, context: Context): Add[] {
  const choices = choicesOf(includes, context).map(String);
  return includes.adds.flatMap(([name, pointer]) => {
    const tokens = parsePointer(pointer.value);
    const isKnown = isInQuery(includes) && choices.includes(name) && tokens !== undefined;
    return isKnown && holdersOf(operation, tokens, context).length > 0 ? [{ includes, name, tokens }] : [];
  });
}

/** Only a query parameter can ask for parts of the body. */
export function isInQuery({ parameter }: Includes): boolean {
  return parameter.key.startsWith("query ");
}

/** Whether a scenario asks for a value of the parameter. */
export function asksFor({ parameter }: Includes, { values }: Scenario, name: string): boolean {
  return [values.get(parameter.key)].flat().some((value) => String(value) === name);
}

export function isSuccess({ status }: Answer): boolean {
  return /^2/.test(status);
}

/** The object schemas of the 2xx bodies that declare the member that a JSON Pointer ends in. */
export function holdersOf({ answers }: Operation, tokens: readonly string[], context: Context): Place[] {
  const bodies = answers.filter(isSuccess).flatMap((answer) => answer.bodies);
  return bodies.flatMap(({ place }) => holdersIn(child(place, "schema"), tokens, context));
}

function holdersIn(schema: Place, [token = "", ...rest]: readonly string[], context: Context): Place[] {
  return alternativesOf(context, schema).flatMap((object) => {
    const member = child(get(context, object, "properties"), token);
    if (member.value === undefined) return [];
    return rest.length === 0 ? [object] : holdersIn(follow(context, member), rest, context);
  });
}
