import { readFile } from "node:fs/promises";
import { runHighlighterWithAstro } from "@astrojs/prism/dist/highlighter";
import { isScalar, LineCounter, parseAllDocuments, visit } from "yaml";
import { lineAnchor } from "./source-link.ts";

/** A line of a source file, highlighted. */
export interface SourceLine {
  /** Its id on the page. */
  readonly anchor: string;
  readonly html: string;
  /** The number of spaces that it begins with. */
  readonly indent: number;
}

/** The lines of a contract file. Each is highlighted by itself, so that no element spans two. */
export async function sourceLines(file: string): Promise<SourceLine[]> {
  const text = await readFile(file, "utf8");
  const lang = file.endsWith(".json") ? "json" : "yaml";
  const prose = proseLines(text);
  const lines = text.replace(/\n$/, "").split(/\r?\n/);
  return await Promise.all(
    lines.map(async (line, index) => ({
      anchor: lineAnchor(file, index + 1),
      html: prose.has(index + 1)
        ? `<span class="token scalar">${escaped(line)}</span>`
        : await lit(lang, line),
      indent: line.search(/[^ ]|$/),
    })),
  );
}

/** The end of the line is what tells a key without a value. */
async function lit(lang: string, line: string): Promise<string> {
  return (await runHighlighterWithAstro(lang, `${line}\n`)).html.replace(/\n$/, "");
}

/** The numbers of the lines inside block scalars: what looks like a key there is none. */
function proseLines(text: string): ReadonlySet<number> {
  const lineCounter = new LineCounter();
  const prose = new Set<number>();
  for (const document of parseAllDocuments(text, { lineCounter })) {
    visit(document, (_, node) => {
      if (isScalar(node) && /^BLOCK_/.test(node.type ?? "") && node.range) {
        const [first, last] = [node.range[0], node.range[1] - 1].map((at) => lineCounter.linePos(at).line);
        for (let line = (first ?? 0) + 1; line <= (last ?? 0); line += 1) {
          prose.add(line);
        }
      }
    });
  }
  return prose;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
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
