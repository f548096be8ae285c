import { renderMarkdown } from "./markdown.ts";

const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

// A line in bold type alone is a heading, see renderMarkdown.
const paragraph = /<p>(?!<strong>[^<]*<\/strong><\/p>)([\s\S]*?)<\/p>/;

/** The first paragraph of a description as plain text on one line: what search engines and previews of links show. */
export function firstParagraph(description: string): string {
  const [, inner = ""] = paragraph.exec(renderMarkdown(description)) ?? [];
  return inner
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, " ")
    .trim();
}
