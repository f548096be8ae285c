import { inputsOf } from "@workflow-api/contract";
import { isSuccess } from "@workflow-api/contract/http";
import { isEqual, type JsonValue, replaceAt, valueAt } from "@workflow-api/contract/json";
import { type FreshOrigin, freshValue, isFreeInteger, isFreeString } from "../values/fresh.ts";
import { positionsOf } from "../values/maker.ts";
import type { BaseRequest } from "./base-request.ts";
import type { Case, PartValues } from "./case.ts";

// Requests whose unique values nobody has sent before.

/** A place in a request. */
export interface RequestPlace {
  /** The key of a parameter, or `body`. */
  readonly part: string;
  /** The JSON Pointer in its value. */
  readonly at: string;
}

/** The places of a body that may have to be unique: its strings, or its integers. */
export function freePlaces(
  { operation, values }: BaseRequest,
  type: "string" | "integer" = "string",
): RequestPlace[] {
  const body = inputsOf(operation).find(({ key }) => key === "body");
  const value = values.get("body");
  if (body === undefined || value === undefined) return [];
  const isFree = type === "string" ? isFreeString : isFreeInteger;
  return positionsOf(body.shape, value)
    .filter((position) => isFree(position.variant, position.value))
    .map(({ at }) => ({ part: "body", at }));
}

/** The header by which a service knows a request again: its values are always fresh. */
export function idempotencyPlaces({ operation }: BaseRequest): RequestPlace[] {
  return operation.parameters
    .filter(({ key }) => /^header (x-)?idempotency-?key$/.test(key))
    .map(({ key }) => ({ part: key, at: "" }));
}

/** A value of the request at a place. `undefined`: it has none. */
export function valueAtPlace(
  values: PartValues,
  { at, part }: RequestPlace,
): JsonValue | undefined {
  const value = values.get(part);
  return value === undefined ? undefined : valueAt(value, at);
}

/** The same values with another one at a place. */
export function withValueAt(
  values: PartValues,
  { at, part }: RequestPlace,
  value: JsonValue,
): PartValues {
  const before = values.get(part);
  return before === undefined ? values : new Map([...values, [part, replaceAt(before, at, value)]]);
}

/** A fresh value for a place of a request. `undefined`: none was found. */
export function freshValueAt(
  { operation }: BaseRequest,
  { at, part }: RequestPlace,
  value: JsonValue,
  origin: FreshOrigin,
): JsonValue | undefined {
  const found = inputsOf(operation).find(({ key }) => key === part);
  return found && freshValue(at === "" ? found.shape : found.shape.at(at), value, origin);
}

/**
 * The values of a case with fresh ones at places, except where it tries a value of its own, or is
 * the request of a scenario that fails.
 *
 * @param isRandom - Whether the values at the places are random, so that none is tried.
 */
export function freshValues(
  base: BaseRequest,
  { expected: { scenario }, values }: Pick<Case, "expected" | "values">,
  { isRandom = false, origin, places }: FreshOptions,
): PartValues {
  if (scenario !== undefined && !isSuccess(scenario.status)) return values;
  return places.reduce((all, place, index) => {
    const value = valueAtPlace(all, place);
    const isKept = value === undefined || !(isRandom || isUsual(base, place, value));
    const number = origin.number * mostPlaces + (index % mostPlaces);
    const fresh = isKept ? undefined : freshValueAt(base, place, value, { ...origin, number });
    return fresh === undefined ? all : withValueAt(all, place, fresh);
  }, values);
}

/** Fewer places than this of one request get values that differ from each other. */
const mostPlaces = 64;

/** Where values are fresh, and where they come from. */
export interface FreshOptions {
  readonly places: readonly RequestPlace[];
  readonly origin: FreshOrigin;
  readonly isRandom?: boolean;
}

/** Whether a value is what cases have at a place unless they try another one. */
export function isUsual(base: BaseRequest, place: RequestPlace, value: JsonValue): boolean {
  const part = inputsOf(base.operation).find(({ key }) => key === place.part);
  const example = part?.examples.some((each) => isEqual(valueAt(each.value, place.at), value));
  const sample = part && base.maker.sample(part.shape);
  const known = [valueAtPlace(base.values, place), sample && valueAt(sample, place.at)];
  return example === true || known.some((each) => isEqual(each, value));
}
