import type { Contract, Include, JsonValue, Parameter } from "@workflow-api/contract";
import { itemsOf, listedValues } from "./listed-values.ts";

/** The values that a parameter declares, and that ask for nothing: `false` beside a `true` that asks for something. */
export function idleValues(
  { resolve }: Contract,
  parameter: Parameter,
  includes: readonly Include[],
): JsonValue[] {
  const { shape, validate } = parameter;
  const item = shape === "array" ? itemsOf(resolve, parameter) : parameter;
  const declared = item === undefined ? undefined : listedValues(resolve, item);
  return (declared ?? []).filter(
    (value) =>
      ["string", "number", "boolean"].includes(typeof value) &&
      includes.every((include) => include.value !== String(value)) &&
      validate(shape === "array" ? [value] : value).length === 0,
  );
}
