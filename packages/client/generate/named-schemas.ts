import {
  appendPointer,
  componentAt,
  isObject,
  type JsonObject,
  type JsonValue,
  mapSchemas,
  parsePointer,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract";
import { claim } from "@workflow-api/contract/calls";

/**
 * A document in which every schema that is referred to is one of the components. A type has no path to what stands
 * within a schema, such as a part of its `allOf`, and none of its own for `$defs`, which would become a member.
 */
export function withNamedSchemas(document: JsonObject): JsonObject {
  const { components } = document;
  const schemas = isObject(components) && isObject(components["schemas"]) ? components["schemas"] : {};
  const taken = new Set(Object.keys(schemas));
  const names = new Map<string, string>();
  const named = ({ $defs: _, ...schema }: JsonObject): JsonObject => {
    const { $ref: reference } = schema;
    const pointer = typeof reference === "string" ? pointerOfReference(reference) : "";
    if (pointer === "" || componentAt(pointer)?.section === "schemas") return schema;
    const name = names.get(pointer) ?? claim(nameOf(pointer), taken);
    names.set(pointer, name);
    return { ...schema, $ref: `#${componentNamed(name)}` };
  };
  const mapped = mapSchemas(document, named);
  const added: Record<string, JsonValue> = {};
  // What is added may refer to more, which is then added after it.
  for (const [pointer, name] of names) added[name] = schemaOf(valueAt(document, pointer), named);
  if (names.size === 0) return mapped;
  const others = isObject(mapped["components"]) ? mapped["components"] : {};
  const known = isObject(others["schemas"]) ? others["schemas"] : {};
  return { ...mapped, components: { ...others, schemas: { ...known, ...added } } };
}

function componentNamed(name: string): string {
  return appendPointer("/components/schemas", name);
}

/** `/components/schemas/Order/properties/items` is `Order.properties.items`. */
function nameOf(pointer: string): string {
  const tokens = parsePointer(pointer.replace(componentNamed(""), "/"));
  return tokens.map((token) => token.replaceAll(/[^\w.-]/g, "_")).join(".");
}

function schemaOf(schema: JsonValue | undefined, change: (schema: JsonObject) => JsonObject): JsonValue {
  const alone: JsonObject = { components: { schemas: { schema: schema ?? true } } };
  return valueAt(mapSchemas(alone, change), componentNamed("schema")) ?? true;
}
