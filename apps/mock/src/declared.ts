import { isObject, type JsonValue, type Shape } from "@workflow-api/contract";

/**
 * A value without undeclared members: Prism invents some wherever `additionalProperties` allows
 * them without saying so.
 */
export function declaredOnly(shape: Shape, value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  const whole = withBranches(shape);
  if (Array.isArray(value)) return value.map((item: JsonValue) => declaredOnly(whole.items, item));
  if (!isObject(value) || whole.schemas.length === 0) return value;
  const hasPatterns = whole.keyword("patternProperties") !== undefined;
  const members = Object.entries(value).flatMap(([name, member = null]) => {
    const property = whole.property(name);
    return property.locations.length > 0 || hasPatterns
      ? [[name, declaredOnly(property, member)] as const]
      : [];
  });
  return Object.fromEntries(members);
}

/** The shape with all of its branches, because the value may match any of them. */
function withBranches(shape: Shape): Shape {
  const branches = shape.unions.flatMap((union) => union.branches);
  const whole = shape.and(...branches.flatMap(({ locations }) => locations));
  return whole.schemas.length === shape.schemas.length ? shape : withBranches(whole);
}
