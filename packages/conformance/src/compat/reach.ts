import { type Contract, isObject, type JsonValue, valueAt } from "@workflow-api/contract";

/** The places of a bundled document that a place consists of: itself, and what it refers to. */
export function reachOf({ document }: Pick<Contract, "document">, pointer: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [pointer];
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

/** What a place says, with all that it refers to: two that say the same in the same words are equal. */
export function reachText(contract: Contract, pointer: string): string {
  return JSON.stringify(
    [...reachOf(contract, pointer)].map((place) => valueAt(contract.document, place) ?? null),
  );
}
