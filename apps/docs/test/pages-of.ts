/** The paths of every page of a site that can be reached from its start by links, and its 404 page. */
export async function pagesOf(site: string): Promise<string[]> {
  const found = new Set(["", "404.html"]);
  for (const path of found) {
    const response = await fetch(new URL(path, site));
    if (!response.ok) {
      // A link leads nowhere: those who look for that find it on the page that it stands on.
      found.delete(path);
      continue;
    }
    const html = await response.text();
    for (const [, link = ""] of html.matchAll(/<a [^>]*?href="([^"#]*)/g)) {
      const target = new URL(link, new URL(path, site));
      if (target.href.startsWith(site) && target.pathname.endsWith("/")) {
        found.add(target.href.slice(site.length));
      }
    }
  }
  return [...found];
}
