import type { SourceLocation } from "./model.ts";

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
