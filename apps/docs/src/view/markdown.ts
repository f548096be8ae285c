import { micromark } from "micromark";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";

const options = { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] };

/**
 * The HTML of a description: CommonMark (OpenAPI 3.1, "Rich Text Formatting") and tables. HTML in it is shown, not
 * interpreted; its headings are bold lines, because those of the page are its outline; its images are links, because a page asks no other host.
 */
export function renderMarkdown(text: string): string {
  return micromark(text, options)
    .replaceAll(/<h[1-6]>([\s\S]*?)<\/h[1-6]>/g, "<p><strong>$1</strong></p>")
    .replaceAll(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, (_, address: string, alt: string) =>
      link(address, alt || address),
    )
    .replaceAll(/<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, (_, address: string, inner: string) =>
      link(address, inner),
    )
    .replaceAll("<table>", '<div class="table-frame described" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
}

/** The same without the paragraph around a single one, for use inside a line. */
export function renderInline(text: string): string {
  const html = renderMarkdown(text).trim();
  const inner = /^<p>([\s\S]*)<\/p>$/.exec(html)?.[1];
  return inner === undefined || inner.includes("<p>") ? html : inner;
}

/** A relative address leads nowhere from here: the contract does not say where its documentation stands. */
function link(address: string, inner: string): string {
  return isLinkable(address) ? `<a href="${address}">${inner}</a>` : inner;
}

/** Whether an address of the contract may be a link: it is absolute, and opening it runs nothing. */
export function isLinkable(address: string): boolean {
  return /^(?:https?|mailto):/i.test(address);
}
