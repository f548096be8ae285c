import { type Contract, type JsonValue, valueAt } from "@workflow-api/contract";
import { once } from "../once.ts";
import { referencesIn } from "./reach.ts";

/** Tells of a place in a contract whether another says something else there, or where that leads to. */
export function changedPlaces(by: Contract, other: Contract): (pointer: string) => boolean {
  const isOther = once((pointer: string) => textAt(by, pointer) !== textAt(other, pointer));
  const references = once((pointer: string) => referencesIn(valueAt(by.document, pointer)));
  return once((pointer: string) => {
    const reached = new Set([pointer]);
    for (const place of reached) {
      if (isOther(place)) return true;
      for (const reference of references(place)) reached.add(reference);
    }
    return false;
  });
}

function textAt({ document }: Contract, pointer: string): string | undefined {
  const value: JsonValue | undefined = valueAt(document, pointer);
  return JSON.stringify(value);
}
