import { type NavigationGroup, navigation } from "../navigation.ts";
import { contract, href } from "../site.ts";
import { escapeHtml } from "../text/escape.ts";

// The sidebar is the same on every page, except for the current link. It is made once: a contract of
// many operations has as many pages, each with all of their links.

/** The list of a group, and the URLs that it leads to. */
interface SidebarGroup {
  readonly label: string;
  readonly isFolded: boolean;
  readonly links: ReadonlySet<string>;
  readonly html: string;
}

const groups = navigation(contract).map(groupOf);

function groupOf({ label, isFolded, items }: NavigationGroup): SidebarGroup {
  const links = items.map((item) => ({ ...item, url: href(item.link.slice(1)) }));
  const html = links.map(({ deprecated, label: text, method, url }) => {
    const data = method === undefined ? "" : ` data-method="${method}"`;
    const name = deprecated ? `<s>${breakable(text)}</s>` : breakable(text);
    return `<li><a href="${escapeHtml(url)}"${data}>${name}</a></li>`;
  });
  return { label, isFolded, links: new Set(links.map(({ url }) => url)), html: html.join("") };
}

/** A name that may break between its words. */
function breakable(name: string): string {
  return name
    .split(/(?<=_)|(?<=[a-z])(?=[A-Z])/)
    .map(escapeHtml)
    .join("<wbr>");
}

/** The sidebar as HTML, with the link to the page at a path as the current one. */
export function sidebarHtml(path: string): string {
  const current = `<a href="${escapeHtml(path)}"`;
  return groups
    .map(({ html, isFolded, label, links }) => {
      const open = !isFolded || links.has(path) ? " open" : "";
      const list = html.replace(current, `${current} aria-current="page"`);
      const summary = `<summary>${breakable(label)}</summary>`;
      return `<li><details${open}>${summary}<ul>${list}</ul></details></li>`;
    })
    .join("");
}
