import { basename, extname } from "node:path";
import {
  appendPointer,
  type Contract,
  isObject,
  parsePointer,
  type ResolvedSchema,
} from "@workflow-api/contract";

/**
 * The name of a schema that is referred to: that of its component, or else of what the source refers to. A contract
 * of several files is bundled without the names that its files give to schemas.
 */
export function schemaName(
  contract: Contract,
  { schema, name, pointer }: ResolvedSchema,
): string | undefined {
  const [member] = isObject(schema) ? Object.keys(schema) : [];
  if (name !== undefined || member === undefined || contract.files.length === 1) {
    return name;
  }
  const referring = contract.locate(pointer);
  const inside = contract.locate(appendPointer(pointer, member));
  const tokens = parsePointer(inside.pointer).slice(0, -1);
  const isReferred =
    inside.file !== referring.file || tokens.join("/") !== parsePointer(referring.pointer).join("/");
  const last = tokens.at(-1) ?? basename(inside.file, extname(inside.file));
  // An element of a list has a number, which is no name.
  return isReferred && !/^\d+$/.test(last) ? last : undefined;
}
