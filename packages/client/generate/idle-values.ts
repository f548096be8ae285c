import {
  type Contract,
  type Include,
  isObject,
  type JsonValue,
  type Parameter,
} from "@workflow-api/contract";

/** The values that a parameter declares, and that ask for nothing: `false` beside a `true` that asks for something. */
export function idleValues(
  { resolve }: Contract,
  { schema, pointer, shape, validate }: Parameter,
  includes: readonly Include[],
): JsonValue[] {
  const own = resolve(schema, pointer);
  const items = isObject(own.schema) && shape === "array" ? own.schema["items"] : undefined;
  const item = isObject(items) ? resolve(items, `${own.pointer}/items`) : own;
  const listed = isObject(item.schema) ? item.schema["enum"] : undefined;
  const isTruth = includes.some(({ typed }) => typeof typed === "boolean");
  const declared = Array.isArray(listed) ? listed : isTruth ? [true, false] : [];
  return declared.filter(
    (value) =>
      ["string", "number", "boolean"].includes(typeof value) &&
      includes.every((include) => include.value !== String(value)) &&
      validate(shape === "array" ? [value] : value).length === 0,
  );
}
