import { isObject, type JsonValue } from "../json.ts";
import type { Violation } from "../messages.ts";
import type { Parameter } from "../model.ts";
import { locations, type Pair } from "../wire/locations.ts";
import { pairsOfParameter, parseParameter } from "../wire/read.ts";
import { type JudgedValue, validated, violation } from "./content.ts";

// Parameters of requests, and headers of responses.

/**
 * Reads and validates a parameter, or a header of a response.
 *
 * @param allPairs - The pairs of its location.
 * @param isFree - Whether no other one has a pair.
 */
export function judgeParameter(
  parameter: Parameter,
  allPairs: readonly Pair[],
  isFree: (pair: Pair) => boolean = () => true,
): JudgedValue {
  const { in: location, key, name, required, shape } = parameter;
  const pairs = pairsOfParameter(parameter, allPairs, isFree);
  if (pairs.length === 0) {
    // Without members, an object that has its own pairs looks as if it was not sent.
    const isMissing = required && !(hasMembers(parameter) && shape.violations({}).length === 0);
    return { violations: isMissing ? [violation(key, "required", "is required")] : [] };
  }
  if (locations[location].needsEquals && pairs.some(([, text]) => text === undefined))
    return { violations: [violation(key, "style", `must have a value: ${name}=value`)] };
  const value = parseParameter(parameter, pairs);
  const { notes, violations } = validated(key, shape, value);
  const all = [...repetition(parameter, pairs), ...violations];
  return { value, violations: withAdvice(parameter, value, all), notes };
}

function hasMembers({ members }: Parameter): boolean {
  return members.isOpen || members.names.size > 0;
}

/** A primitive in place of an object is often one whose form is not known. */
function withAdvice(
  { forms, key, name, style }: Parameter,
  value: JsonValue,
  violations: readonly Violation[],
): readonly Violation[] {
  const isMissingForm = forms.join() === "object" && !isObject(value) && style === "deepObject";
  if (!isMissingForm) return violations;
  return violations.map((each) =>
    each.part === key && each.pointer === "" && each.keyword === "type"
      ? { ...each, message: `${each.message}: write each member as ${name}[member]=value` }
      : each,
  );
}

/** A parameter that is repeated although it is sent once. */
function repetition(parameter: Parameter, pairs: readonly Pair[]): Violation[] {
  const { isList, key, name } = parameter;
  const times = pairs.filter(([each]) => each === name).length;
  const isRepeatable =
    parameter.explode && (parameter.forms.includes("list") || parameter.style === "deepObject");
  if (times < 2 || isRepeatable || times < pairs.length) return [];
  const form = isList ? `: write its items with commas between them, ${name}=a,b` : "";
  return [violation(key, "explode", `must be sent once, but comes ${times} times${form}`)];
}
