import { isObject, type JsonObject, type JsonValue, valueAt } from "@workflow-api/contract";

/** The members of an object that are objects, references followed. */
export function members(document: JsonObject, value: JsonValue | undefined): [string, JsonObject][] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]): [string, JsonObject][] => {
    const followed = follow(document, member);
    return isObject(followed) ? [[name, followed]] : [];
  });
}

/** The items of a list that are objects, references followed. */
export function items(document: JsonObject, value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map((item) => follow(document, item)).filter(isObject) : [];
}

/** What a reference refers to, through as many as there are; what is none, itself. */
export function follow(document: JsonObject, value: JsonValue | undefined): JsonValue | undefined {
  let current = value;
  for (let hops = 0; hops < 32 && isObject(current); hops++) {
    const reference: JsonValue | undefined = current["$ref"];
    if (typeof reference !== "string") return current;
    current = valueAt(document, reference.slice(1));
  }
  return current;
}
