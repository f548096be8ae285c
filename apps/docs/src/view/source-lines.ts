import { readFile } from "node:fs/promises";
import { runHighlighterWithAstro } from "@astrojs/prism/dist/highlighter";
import { lineAnchor } from "./source-link.ts";

/** A line of a source file, highlighted. */
export interface SourceLine {
  /** Its id on the page. */
  readonly anchor: string;
  readonly html: string;
}

/** The lines of a contract file. Each is highlighted by itself, so that no element spans two. */
export async function sourceLines(file: string): Promise<SourceLine[]> {
  const text = await readFile(file, "utf8");
  const lang = file.endsWith(".json") ? "json" : "yaml";
  const lines = text.replace(/\n$/, "").split(/\r?\n/);
  return await Promise.all(
    lines.map(async (line, index) => ({
      anchor: lineAnchor(file, index + 1),
      html: (await runHighlighterWithAstro(lang, line)).html,
    })),
  );
}

/** The number of lines that a browser lays out together. */
const together = 50;

/** Lines in blocks, of which a browser leaves out those that are not to be seen; `first` counts from 1. */
export function blocksOf(lines: readonly SourceLine[]): { first: number; block: readonly SourceLine[] }[] {
  return Array.from({ length: Math.ceil(lines.length / together) }, (_, index) => {
    const start = index * together;
    return { first: start + 1, block: lines.slice(start, start + together) };
  });
}
