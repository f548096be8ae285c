import { defineRouteMiddleware, type StarlightRouteData } from "@astrojs/starlight/route-data";
import { contract } from "./contract.ts";
import { href, navigation, type SitePage } from "./site.ts";

type SidebarLink = Extract<StarlightRouteData["sidebar"][number], { type: "link" }>;

/** Makes the navigation of every page from the contract as it is now, which a configuration file could not. */
export const onRequest: ReturnType<typeof defineRouteMiddleware> = defineRouteMiddleware((context) => {
  const route = context.locals.starlightRoute;
  const groups = navigation().map(({ label, pages }) => ({
    type: "group" as const,
    label,
    entries: pages.map((page) => linkTo(page, context.url.pathname)),
    collapsed: false,
    badge: undefined,
  }));
  const links = groups.flatMap(({ entries }) => entries);
  const current = links.findIndex(({ isCurrent }) => isCurrent);
  route.sidebar = groups;
  nameSite(route);
  if (current !== -1) {
    const twin = { rel: "alternate", type: "text/markdown", href: `${links[current]?.href ?? ""}index.md` };
    route.head.push({ tag: "link", attrs: twin, content: "" });
  }
  route.pagination = {
    prev: current < 1 ? undefined : links[current - 1],
    next: current === -1 ? undefined : links[current + 1],
  };
});

/** The site is called what the contract is called; its configuration knows no contract. */
function nameSite(route: StarlightRouteData): void {
  const { title } = contract.info;
  const page = route.entry.data.title;
  route.siteTitle = title;
  for (const entry of route.head) {
    if (entry.tag === "title") {
      entry.content = page === title ? title : `${page} | ${title}`;
    } else if (entry.attrs?.["property"] === "og:site_name") {
      entry.attrs["content"] = title;
    } else if (entry.attrs?.["name"] === "twitter:card") {
      // There is no picture that a large card would show.
      entry.attrs["content"] = "summary";
    }
  }
}

function linkTo(page: SitePage, pathname: string): SidebarLink {
  const address = href(page.path);
  return {
    type: "link",
    label: page.label,
    href: address,
    isCurrent: pathname.replace(/\/?$/, "/") === address,
    badge:
      page.method === undefined
        ? undefined
        : { text: page.method, variant: "default", class: methodClass(page.method) },
    attrs: {},
  };
}

/** The class that colours an HTTP method. */
function methodClass(method: string): string {
  return `method method-${method.toLowerCase()}`;
}
