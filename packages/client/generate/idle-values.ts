import {
  type Contract,
  facetsOf,
  type Include,
  itemPlaces,
  type JsonValue,
  listedValues,
  type Parameter,
} from "@workflow-api/contract";

/** The values that a parameter declares, and that ask for nothing: `false` beside a `true` that asks for something. */
export function idleValues(
  contract: Contract,
  parameter: Parameter,
  includes: readonly Include[],
): JsonValue[] {
  const { accepts, shape } = parameter;
  const places = shape === "array" ? itemPlaces(facetsOf(contract, [parameter]), 0) : [parameter];
  const declared = listedValues(contract, places);
  return (declared ?? []).filter(
    (value) =>
      ["string", "number", "boolean"].includes(typeof value) &&
      includes.every((include) => include.value !== String(value)) &&
      accepts(shape === "array" ? [value] : value),
  );
}
