import {
  componentAt,
  isObject,
  type JsonObject,
  pointerOfReference,
  valueAt,
  walkDocument,
} from "@workflow-api/contract";

/** What openapi-typescript follows only to the components, and only once. */
const kinds: readonly string[] = ["parameter", "requestBody", "response", "header"];

/**
 * Puts in the place of references what they lead to, unless that is a component which is no reference itself.
 *
 * @param document - A copy, which is changed.
 */
export function followReferences(document: JsonObject): JsonObject {
  const leading = [...walkDocument(document)].flatMap(({ kind, value, pointer }) => {
    const end = kinds.includes(kind) ? endOf(document, value) : undefined;
    const isPlain =
      end === undefined ||
      (!componentAt(pointer) && end === targetOf(value) && componentAt(end) !== undefined);
    return isPlain ? [] : [{ value, end }];
  });
  for (const { value, end } of leading) {
    const target = structuredClone(valueAt(document, end));
    Reflect.deleteProperty(value, "$ref");
    if (isObject(target)) Object.assign(value, { ...target, ...value });
  }
  // What was put in a place may hold references.
  return leading.length === 0 ? document : followReferences(document);
}

/** Where the references end that begin with an object. `undefined`: it is none, or they go in a circle. */
function endOf(document: JsonObject, value: JsonObject, hops = 32): string | undefined {
  const pointer = targetOf(value);
  const target = pointer === undefined || hops === 0 ? undefined : valueAt(document, pointer);
  if (!isObject(target)) return undefined;
  return target["$ref"] === undefined ? pointer : endOf(document, target, hops - 1);
}

function targetOf({ $ref: reference }: JsonObject): string | undefined {
  return typeof reference === "string" ? pointerOfReference(reference) : undefined;
}
