import { createLines } from "./lines.ts";
import type { SourceLocation } from "./model.ts";
import { placesOf } from "./source.ts";

interface File {
  /** As it was given, for messages. */
  readonly file: string;
  readonly text: string;
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
