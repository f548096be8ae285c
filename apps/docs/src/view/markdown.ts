import { micromark } from "micromark";

/**
 * The HTML of a description (CommonMark, OpenAPI 3.1 "Rich Text Formatting"). HTML in it is shown, not interpreted,
 * and its headings stand below those of the page.
 */
export function renderMarkdown(text: string): string {
  return micromark(text).replaceAll(
    /(<\/?h)([1-6])>/g,
    (_, tag: string, level: string) => `${tag}${Math.min(6, Number(level) + 3)}>`,
  );
}

/** The same without the paragraph around a single one, for use inside a line. */
export function renderInline(text: string): string {
  const html = renderMarkdown(text).trim();
  const inner = /^<p>([\s\S]*)<\/p>$/.exec(html)?.[1];
  return inner === undefined || inner.includes("<p>") ? html : inner;
}
