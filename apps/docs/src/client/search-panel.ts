import { make } from "./dom.ts";
import { type Found, hasWords, type PageData, placesOf, rankedPages } from "./search-places.ts";

/** Pagefind, as much of it as is used here (https://pagefind.app/docs/api/). */
interface Pagefind {
  options(options: { baseUrl: string }): Promise<void>;
  debouncedSearch(
    term: string,
    options: object,
    milliseconds: number,
  ): Promise<{ results: readonly { data(): Promise<PageData> }[] } | null>;
}

/** What searches. */
export interface SearchPanel {
  search(term: string): Promise<void>;
}

/** The number of pages that are shown. */
const most = 8;

/** Makes the dialog search, in the index that was built with the site. */
export async function createSearchPanel(dialog: HTMLElement, base: string): Promise<SearchPanel> {
  const pagefind: Pagefind = await import(/* @vite-ignore */ `${base}pagefind/pagefind.js`);
  await pagefind.options({ baseUrl: base });
  const input = dialog.querySelector("input");
  const status = dialog.querySelector(".search-status");
  const list = dialog.querySelector(".search-results");

  const search = async (term: string): Promise<void> => {
    if (term === "") {
      status?.replaceChildren();
      list?.replaceChildren();
      return;
    }
    const found = await pagefind.debouncedSearch(term, {}, 120);
    if (found !== null) {
      const pages = await Promise.all(found.results.slice(0, most).map((result) => result.data()));
      const known = pages.some((page) => hasWords(page, term)) ? pages : [];
      status?.replaceChildren(said(term, known.length === 0 ? 0 : found.results.length));
      list?.replaceChildren(...rankedPages(known, term).map((page) => pageItem(page, term)));
    }
  };
  input?.addEventListener("input", () => search(input.value.trim()));
  dialog.addEventListener("keydown", (event) => move(event, dialog));
  await search(input?.value.trim() ?? "");
  return { search };
}

function said(term: string, count: number): string {
  if (count === 0) {
    return `Nothing has "${term}". Names of fields, headers and scenarios, statuses and words of the text are found.`;
  }
  return count === 1 ? `1 page has "${term}".` : `${count} pages have "${term}".`;
}

function pageItem(page: PageData, term: string): HTMLElement {
  const places = placesOf(page, term);
  const link = make("a", "search-page", page.meta.title ?? page.url);
  link.href = page.url;
  return make("li", "", link, make("ul", "search-places", ...places.map(placeItem)));
}

function placeItem({ href, label, isName, before, match, after }: Found): HTMLElement {
  const name = isName ? make("code", "", label) : make("span", "", label);
  const link = make("a", "", name, make("span", "search-excerpt", before, make("mark", "", match), after));
  link.href = href;
  return make("li", "", link);
}

/** The arrow keys go through the links that were found, and back to the field. */
function move(event: KeyboardEvent, dialog: HTMLElement): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) {
    return;
  }
  const stops = [...dialog.querySelectorAll<HTMLElement>("input, .search-results a")];
  const focused = document.activeElement;
  const now = focused instanceof HTMLElement ? stops.indexOf(focused) : -1;
  event.preventDefault();
  stops[Math.min(Math.max(now + step, 0), stops.length - 1)]?.focus();
}
