import { defineRouteMiddleware, type StarlightRouteData } from "@astrojs/starlight/route-data";
import { contract } from "./contract.ts";
import mono from "./fonts/geist-mono.woff2?url";
import sans from "./fonts/inter.woff2?url";
import { href, navigation, type SitePage } from "./site.ts";

type Link = Extract<StarlightRouteData["sidebar"][number], { type: "link" }>;

/** Makes the navigation of every page, and what its head says, from the contract. */
export const onRequest: ReturnType<typeof defineRouteMiddleware> = defineRouteMiddleware(
  ({ locals, url }) => {
    const route = locals.starlightRoute;
    const groups = navigation().map(({ label, pages }) => ({
      label,
      links: pages.map((page) => linkTo(page, url.pathname)),
    }));
    route.sidebar = groups.map(({ label, links }) => ({
      type: "group" as const,
      label,
      entries: shortened(links),
      collapsed: false,
      badge: undefined,
    }));
    const links = groups.flatMap((group) => group.links);
    const current = links.findIndex(({ isCurrent }) => isCurrent);
    route.pagination = {
      prev: current < 1 ? undefined : links[current - 1],
      next: current === -1 ? undefined : links[current + 1],
    };
    nameSite(route);
    // Asked for with the page, so that little is drawn in another type first.
    for (const font of [sans, mono])
      route.head.push({
        tag: "link",
        attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: font },
        content: "",
      });
    if (current !== -1)
      route.head.push({
        tag: "link",
        attrs: {
          rel: "alternate",
          type: "text/markdown",
          href: `${links[current]?.href ?? ""}index.md`,
        },
        content: "",
      });
  },
);

/**
 * Of a long group, what stands around the page, and a link to all: a page does not grow with the
 * number of operations.
 */
function shortened(links: readonly Link[]): Link[] {
  if (links.length <= 12) return [...links];
  const current = Math.max(
    links.findIndex(({ isCurrent }) => isCurrent),
    0,
  );
  const from = Math.min(Math.max(current - 4, 0), links.length - 10);
  const label = `All ${links.length} operations`;
  const all: Link = {
    type: "link",
    label,
    href: href("#operations"),
    isCurrent: false,
    badge: undefined,
    attrs: {},
  };
  return [...links.slice(from, from + 10), all];
}

/** The site is called what the contract is called. */
function nameSite(route: StarlightRouteData): void {
  const { title } = contract.info;
  const page = route.entry.data.title;
  route.siteTitle = title;
  for (const entry of route.head) {
    if (entry.tag === "title") entry.content = page === title ? title : `${page} | ${title}`;
    else if (entry.attrs?.["property"] === "og:site_name") entry.attrs["content"] = title;
    // There is no picture that a large card would show.
    else if (entry.attrs?.["name"] === "twitter:card") entry.attrs["content"] = "summary";
  }
}

function linkTo({ label, path, operation }: SitePage, pathname: string): Link {
  const address = href(path);
  return {
    type: "link",
    label,
    href: address,
    isCurrent: pathname.replace(/\/?$/, "/") === address,
    badge: operation && {
      text: operation.method,
      variant: "default",
      class: `method method-${operation.method.toLowerCase()}`,
    },
    attrs: {},
  };
}
