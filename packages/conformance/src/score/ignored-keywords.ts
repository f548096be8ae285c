import type { JsonObject } from "@workflow-api/contract";

/** Keywords that say nothing without another (JSON Schema 2020-12, 10.2.2 and Validation, 6.4.4 and 6.4.5). */
export function withoutIgnored(schema: JsonObject): JsonObject {
  const { contains, else: otherwise, if: condition, maxContains, minContains, then, ...rest } = schema;
  const branches = {
    ...(then !== undefined && { then }),
    ...(otherwise !== undefined && { else: otherwise }),
  };
  const isConditional = condition !== undefined && Object.keys(branches).length > 0;
  const isContaining = contains !== undefined && (minContains !== 0 || maxContains !== undefined);
  return {
    ...rest,
    ...(isConditional && { if: condition, ...branches }),
    ...(isContaining && {
      contains,
      ...(maxContains !== undefined && { maxContains }),
      ...(minContains !== undefined && { minContains }),
    }),
  };
}
