import { type Input, inputsOf } from "@workflow-api/contract";
import { isEqual, isObject, type JsonValue, uniqueBy, valueAt } from "@workflow-api/contract/json";
import type { Variation } from "../values/maker.ts";
import { type BaseRequest, type CaseDraft, casesOf, withoutPart } from "./base-request.ts";
import type { CaseBudget } from "./budget.ts";
import type { Case, Deviation } from "./case.ts";

/**
 * Each parameter, and the body: missing, with each keyword broken, and at the edges of what is
 * valid; then all at once.
 */
export function partCases(base: BaseRequest, budget: CaseBudget): Case[] {
  const { maker, operation, values } = base;
  // Only the examples of a form are known to be right.
  const parts = inputsOf(operation).filter(({ isMade = true }) => isMade);
  const all = parts.flatMap(({ key, shape }) => {
    const value = values.get(key) ?? maker.sample(shape);
    return value === undefined ? [] : [[key, value] as const];
  });
  const { pointer } = operation;
  const together = { name: "with all parameters", pointer, values: new Map(all) };
  const single = parts.flatMap((part) => {
    const attempts = [...missingAttempts(base, part), ...valueAttempts(base, part, budget)];
    return casesOf(base, part.key === "body" ? "body" : "parameter", attempts);
  });
  return [...single, ...casesOf(base, "parameter", [together])];
}

function missingAttempts(base: BaseRequest, { key, name, pointer, required }: Input): CaseDraft[] {
  // Without a parameter in the path, it is the path of something else.
  if (key.startsWith("path ")) return [];
  const values = withoutPart(base.values, key);
  const broken = required ? { part: key, keyword: "required" } : undefined;
  return [{ name: `without ${name}`, part: key, pointer, values, broken }];
}

function valueAttempts(base: BaseRequest, part: Input, budget: CaseBudget): CaseDraft[] {
  const { maker, values } = base;
  const { key, name, required, shape } = part;
  const starts =
    key === "body"
      ? [values.get(key), completeBody(base)]
      : [values.get(key) ?? maker.sample(shape)];
  const attempts = starts.flatMap((start, index) =>
    // An empty list has no item to change.
    (start === undefined || isEqual(start, []) ? [] : maker.around(shape, start, budget))
      .filter(({ keyword, value }) => keyword === undefined || required || !isNothing(value))
      .map((variation): CaseDraft => {
        const { at, pointer, value } = variation;
        return {
          name: [name, at, variation.name].filter((word) => word !== "").join(" "),
          part: key,
          pointer,
          values: new Map([...values, [key, value]]),
          at,
          tried: valueAt(value, at),
          broken: deviationOf(key, variation),
          isComplete: index > 0,
        };
      }),
  );
  // The same change is tried once.
  return uniqueBy(attempts, ({ name: title, pointer, tried }) =>
    JSON.stringify([title, pointer, tried]),
  );
}

function deviationOf(part: string, variation: Variation): Deviation | undefined {
  const { keyword, kind, spelling } = variation;
  if (keyword === undefined) return undefined;
  // In JSON, a number in a string is of another type.
  const isSpelled = part !== "body" || keyword === "format";
  return { part, keyword, kind, spelling: isSpelled ? spelling : undefined };
}

/**
 * The body of a request with the optional members that it lacks. `undefined`: it has them all, or
 * has no body.
 */
export function completeBody({ maker, operation, values }: BaseRequest): JsonValue | undefined {
  const part = inputsOf(operation).find(({ key }) => key === "body");
  const sample = part && maker.sample(part.shape);
  const ownBody = values.get("body");
  if (part === undefined || sample === undefined) return undefined;
  const complete = completed(ownBody, sample);
  const isValid = part.shape.violations(complete).length === 0;
  const found = isValid ? complete : sample;
  return isEqual(found, ownBody) ? undefined : found;
}

/** A value with the members of a sample that it lacks, at each of its levels. */
function completed(value: JsonValue | undefined, sample: JsonValue): JsonValue {
  if (value === undefined) return sample;
  if (Array.isArray(value) && Array.isArray(sample) && value.length > 0 && sample.length > 0)
    return value.map((item: JsonValue) => completed(item, sample[0] ?? null));
  if (!isObject(value) || !isObject(sample)) return value;
  const further = Object.entries(sample).map(([name, member = null]) => [
    name,
    completed(value[name], member),
  ]);
  return { ...value, ...Object.fromEntries(further) };
}

/** Whether a server may read it as a parameter that was not sent. */
function isNothing(value: JsonValue): boolean {
  return value === "" || isEqual(value, []) || isEqual(value, [""]);
}
