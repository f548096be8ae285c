/** A numbered section of the description of the service. */
export interface Section {
  /** Such as `2.2`. */
  readonly number: string;
  readonly text: string;
  /** The rows of its tables, by column title. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** The numbered sections of a Markdown text. */
export function readSections(markdown: string): Section[] {
  return markdown
    .split(/^#{2,3} (?=\d)/m)
    .slice(1)
    .map((text) => ({ number: /^[\d.]*\d/.exec(text)?.[0] ?? "", text, rows: readTables(text) }));
}

function readTables(text: string): Section["rows"] {
  return text.split(/\n\n+/).flatMap((block) => {
    const [titles = [], , ...rows] = block
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    return rows.map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ""])));
  });
}
