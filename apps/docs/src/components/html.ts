import { micromark } from "micromark";
import type { Constraint } from "../model/words.ts";
import { escapeHtml, inlineHtml } from "../samples/highlight.ts";

/** A description of the contract (CommonMark) as HTML. */
export function markdownHtml(text: string): string {
  return micromark(text);
}

/** The same for a place that holds no paragraphs. */
export function lineHtml(text: string): string {
  return micromark(text)
    .replace(/<\/p>\s*<p>/g, " ")
    .replace(/<\/?p>/g, "")
    .trim();
}

/** A constraint; what it stands for word by word is its title. */
export function constraintHtml({ text, title }: Constraint): string {
  return title === undefined
    ? inlineHtml(text)
    : `<abbr title="${escapeHtml(title)}">${inlineHtml(text)}</abbr>`;
}

/** A path, its parameters marked. It breaks before a slash alone. */
export function pathHtml(path: string): string {
  return path
    .split(/(?=\/)/)
    .map(
      (part) =>
        `<span class="segment">${escapeHtml(part).replace(/\{[^{}]+\}/g, "<var>$&</var>")}</span><wbr>`,
    )
    .join("");
}
