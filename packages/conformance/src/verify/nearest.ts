/** The name that is closest to one that is unknown, as far as it may be a slip. `undefined`: none is. */
export function nearest(unknown: string, names: readonly string[]): string | undefined {
  const most = Math.max(2, Math.floor(unknown.length / 3));
  const [first] = names
    .map((name) => [distance(unknown.toLowerCase(), name.toLowerCase()), name] as const)
    .filter(([far, name]) => far <= most || name.startsWith(unknown))
    .toSorted(([one], [other]) => one - other);
  return first?.[1];
}

/** How many characters have to be added, removed or replaced to make one text of another (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (character === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
