import { isObject, type JsonValue } from "@workflow-api/contract";
import type { Shape } from "./shape.ts";

/**
 * The paths of the members of a request that one shape takes, and that are `readOnly` by another: a server may ignore
 * them, or refuse them (JSON Schema Validation 2020-12, section 9.4).
 */
export function ignoredMembers(value: JsonValue, before: Shape, after: Shape, path = ""): string[] {
  if (after.isReadOnly) return before.isReadOnly ? [] : [path];
  if (Array.isArray(value)) {
    const items = value.flatMap((item, index) =>
      ignoredMembers(item, before.item(index), after.item(index), `${path}/[]`),
    );
    return [...new Set(items)];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member = null]) => {
    const [known, other] = [before.member(name), after.member(name)];
    return known === undefined || other === undefined
      ? []
      : ignoredMembers(member, known, other, `${path}/${name}`);
  });
}
