import { type Contract, isObject, type JsonValue, valueAt } from "@workflow-api/contract";
import { onceOf } from "../once.ts";

/** The places of a bundled document that some places consist of: themselves, and what they refer to. */
export function reachOf(
  { document }: Pick<Contract, "document">,
  ...pointers: readonly string[]
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...pointers];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...referencesIn(valueAt(document, next)));
  }
  return reached;
}

/** Whether a place is inside of one of the places, or holds one. */
export function touches(place: string, places: ReadonlySet<string>): boolean {
  return [...places].some((each) => isWithin(place, each) || isWithin(each, place));
}

function isWithin(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}

/** The JSON Pointers that a part of a bundled document refers to. */
export function referencesIn(value: JsonValue | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  const own = typeof value["$ref"] === "string" ? [decodeURIComponent(value["$ref"].replace(/^#/, ""))] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

/** What a part of a contract says, with all that it refers to, as text: two that say the same in the same words are equal. */
export const textIn: (contract: Contract) => (part: object) => string = onceOf((contract) =>
  onceOf((part) => {
    const text = JSON.stringify(part, (_, value: unknown) => (value instanceof Map ? [...value] : value));
    const places = reachOf(contract, ...referencesIn(JSON.parse(text)));
    return JSON.stringify([text, ...[...places].map((place) => valueAt(contract.document, place) ?? null)]);
  }),
);
