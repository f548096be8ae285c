import { isObject, type JsonObject, valueAt } from "@workflow-api/contract";
import { once } from "../once.ts";

/** What may stand beside a reference and says nothing of a value. */
const silent: ReadonlySet<string> = new Set(["$ref", "description", "summary", "title"]);

/**
 * Where the schemas of a document stand that others only refer to, so that each is compiled once.
 * @returns By the pointer of a schema, that of the one that it is.
 */
export function namesIn(document: JsonObject): (pointer: string) => string {
  // Below an `$id` of its own a reference is to another document.
  if (JSON.stringify(document).includes('"$id":')) return (pointer) => pointer;
  const follow = (pointer: string, seen: ReadonlySet<string>): string => {
    const target = targetOf(valueAt(document, pointer));
    if (target === undefined || seen.has(target)) return pointer;
    return valueAt(document, target) === undefined ? pointer : follow(target, new Set([...seen, target]));
  };
  return once((pointer: string) => follow(pointer, new Set([pointer])));
}

function targetOf(schema: unknown): string | undefined {
  if (!isObject(schema) || !Object.keys(schema).every((name) => silent.has(name))) return undefined;
  const reference = schema["$ref"];
  if (typeof reference !== "string" || !reference.startsWith("#/")) return undefined;
  return decodeURIComponent(reference.slice(1));
}
