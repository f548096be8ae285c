import type { SourceLocation } from "./model.ts";
import { placesOf } from "./source.ts";

interface File {
  /** As it was given, for messages. */
  readonly file: string;
  readonly text: string;
}

/** Finds the line and the column of an offset in a text. The lines are counted on demand. */
export function createLines(
  text: string,
): (offset: number) => Pick<SourceLocation, "line" | "column"> {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    let [line, next] = [0, starts.length];
    // Halved each time: a large contract may have many problems.
    while (next - line > 1) {
      const middle = Math.floor((line + next) / 2);
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else next = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

/** Finds the places of JSON Pointers. They are rarely asked for, so they are read on demand. */
export function createLocator({ file, text }: File): (pointer: string) => SourceLocation {
  let cached: WeakRef<ReadonlyMap<string, number>> | undefined;
  const lineOf = createLines(text);
  return (pointer) => {
    const places = cached?.deref() ?? placesOf(text);
    cached = new WeakRef(places);
    let nearest = pointer;
    while (nearest !== "" && !places.has(nearest))
      nearest = nearest.slice(0, nearest.lastIndexOf("/"));
    return { file, ...lineOf(places.get(nearest) ?? 0), pointer: nearest };
  };
}
