import { type JsonObject, type JsonValue, valueAt } from "@workflow-api/contract";
import type { Mutant } from "./mutant.ts";

/** How many lines of a difference are shown on each side. */
const longest = 12;

/** What a mutant changes, line by line: `- ` what was there, `+ ` what is there now. */
export function differenceLines(original: JsonObject, { document, pointer }: Mutant): string[] {
  const place = valueAt(document, pointer) === undefined ? parentOf(pointer) : pointer;
  const before = lines(valueAt(original, place));
  const after = lines(valueAt(document, place));
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end))
    end++;
  const shown = (sign: string, all: readonly string[]): string[] => {
    const changed = all.slice(start, all.length - end);
    const more = changed.length > longest ? [`${sign} …`] : [];
    return [...changed.slice(0, longest).map((line) => `${sign} ${line}`), ...more];
  };
  return [...shown("-", before), ...shown("+", after)];
}

function lines(value: JsonValue | undefined): string[] {
  return value === undefined ? [] : JSON.stringify(value, undefined, 2).split("\n");
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}
