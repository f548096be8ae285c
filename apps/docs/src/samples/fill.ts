/** The language of a sample, as the highlighter calls it. */
export type Highlight = "bash" | "ts";

/**
 * A sample, or a part of one, with the reader's values in place of what stands there: addresses, domains and
 * placeholders of secrets, all of which stand within quotes. The longest first, so that none is cut by another.
 */
export function fill(text: string, highlight: Highlight, values: ReadonlyMap<string, string>): string {
  const given = [...values].filter(([from, to]) => from !== "" && to !== "");
  if (given.length === 0) {
    return text;
  }
  const pattern = given
    .map(([from]) => from)
    .toSorted((one, other) => other.length - one.length)
    .map((from) => from.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");
  // Not within a longer word: one placeholder may begin like another.
  return text.replaceAll(new RegExp(`(?<!\\w)(?:${pattern})(?!\\w)`, "g"), (from) =>
    quoted(values.get(from) ?? from, highlight),
  );
}

/** The value as it stands within single quotes of a shell, or double quotes of TypeScript. */
function quoted(value: string, highlight: Highlight): string {
  return highlight === "bash" ? value.replaceAll("'", "'\\''") : JSON.stringify(value).slice(1, -1);
}
