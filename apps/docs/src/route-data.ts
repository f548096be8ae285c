import { defineRouteMiddleware, type StarlightRouteData } from "@astrojs/starlight/route-data";
import { contract } from "./contract.ts";
import { escapeHtml } from "./escape.ts";
import mono from "./fonts/geist-mono.woff2?url";
import sans from "./fonts/inter.woff2?url";
import { href, navigation, type SitePage } from "./site.ts";

type Link = Extract<StarlightRouteData["sidebar"][number], { type: "link" }>;

/** Makes the navigation and the head of every page from the contract. */
export const onRequest: ReturnType<typeof defineRouteMiddleware> = defineRouteMiddleware(
  ({ locals, url, site }) => {
    const route = locals.starlightRoute;
    const path = decodeURI(url.pathname).replace(/\/?$/, "/");
    const groups = navigation().map(({ label, pages }) => ({
      label,
      links: pages.map((page) => linkTo(page, path)),
    }));
    const isLong = contract.operations.length > 12;
    route.sidebar = groups.map(({ label, links: entries }) => ({
      type: "group" as const,
      label,
      entries,
      collapsed: isLong && !entries.some(({ isCurrent }) => isCurrent),
      badge: undefined,
    }));
    const links = groups.flatMap((group) => group.links);
    const at = links.findIndex(({ isCurrent }) => isCurrent);
    const current = links[at];
    route.pagination = { prev: links[at - 1], next: current && links[at + 1] };
    nameSite(route);
    const add = (tag: "link" | "meta", attrs: Readonly<Record<string, string | true>>): unknown =>
      route.head.push({ tag, attrs, content: "" });
    // Requested with the page, so that little is drawn in another type first.
    for (const font of [sans, mono])
      add("link", {
        rel: "preload",
        as: "font",
        type: "font/woff2",
        crossorigin: true,
        href: font,
      });
    add("link", { rel: "icon", href: href("favicon.ico"), sizes: "32x32" });
    // A picture is found by its URL alone.
    if (site !== undefined)
      add("meta", { property: "og:image", content: new URL(href("og.png"), site).href });
    if (current !== undefined)
      add("link", { rel: "alternate", type: "text/markdown", href: `${current.href}index.md` });
  },
);

/** The site has the title of the contract. */
function nameSite(route: StarlightRouteData): void {
  const { title } = contract.info;
  const page = route.entry.data.title;
  route.siteTitle = title;
  for (const entry of route.head) {
    // Starlight writes the content of an element as it is.
    if (entry.tag === "title")
      entry.content = escapeHtml(page === title ? title : `${page} | ${title}`);
    else if (entry.attrs?.["property"] === "og:site_name") entry.attrs["content"] = title;
  }
}

function linkTo({ label, path, operation }: SitePage, pathname: string): Link {
  const target = href(path);
  return {
    type: "link",
    label,
    href: target,
    isCurrent: pathname === target,
    badge: operation && {
      text: operation.method,
      variant: "default",
      class: `method method-${operation.method.toLowerCase()}`,
    },
    attrs: { dir: "auto" },
  };
}
