import {
  appendPointer,
  type Contract,
  isObject,
  type JsonSchema,
  type JsonValue,
} from "@workflow-api/contract";
import { itemsOf } from "./listed-values.ts";
import { isAlways } from "./reading.ts";

const SCALARS = ["string", "number", "integer", "boolean", "null"];

/** Whether no item of a list and no member of an object may be a list or an object itself. */
export function isFlat(
  resolve: Contract["resolve"],
  { schema, pointer }: { readonly schema: JsonSchema; readonly pointer: string },
): boolean {
  const resolved = resolve(schema, pointer);
  if (!isObject(resolved.schema)) return false;
  if (isAlways(["array", "null"], resolve, schema, pointer)) {
    const list = itemsOf(resolve, resolved);
    return list !== undefined && isAlways(SCALARS, resolve, list.schema, list.pointer);
  }
  const { items, properties, additionalProperties, allOf, oneOf, anyOf } = resolved.schema;
  const isComposed = [allOf, oneOf, anyOf].some((parts) => parts !== undefined);
  if (isComposed || (items ?? properties ?? additionalProperties) === undefined) return false;
  const isScalar = (part: JsonValue | undefined, ...keys: readonly string[]): boolean =>
    !part || (isObject(part) && isAlways(SCALARS, resolve, part, appendPointer(resolved.pointer, ...keys)));
  const members = isObject(properties) ? Object.entries(properties) : [];
  return (
    isScalar(items, "items") &&
    isScalar(additionalProperties, "additionalProperties") &&
    members.every(([name, member]) => isScalar(member, "properties", name))
  );
}
