/** A page that the search found. */
export interface PageData {
  readonly url: string;
  readonly content: string;
  readonly meta: { readonly title?: string };
  /** Everything on the page that has an id; `location` is that of its first word. */
  readonly anchors: readonly { readonly id: string; readonly text: string; readonly location: number }[];
  /** The words of the content that match. */
  readonly locations: readonly number[];
}

/** A place of a page: something with an address of its own, and the words around what was found in it. */
export interface Found {
  readonly href: string;
  readonly label: string;
  /** Whether the label is the id of a field rather than a heading. */
  readonly isName: boolean;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** The number of places that are shown of a page. */
const most = 4;

/** Where on a page a term stands: what is called so first, then what begins so, then in the order of the page. */
export function placesOf({ url, content, anchors, locations }: PageData, term: string): Found[] {
  const words = content.split(/\s+/);
  const found = new Map<string, { readonly at: number; readonly anchor: PageData["anchors"][number] }>();
  for (const at of locations) {
    const anchor = anchors.findLast(({ location }) => location <= at);
    if (anchor !== undefined && !found.has(anchor.id)) {
      found.set(anchor.id, { at, anchor });
    }
  }
  const places = [...found.values()].toSorted(
    (one, other) => nearness(other.anchor, term) - nearness(one.anchor, term),
  );
  return places.slice(0, most).map(({ at, anchor: { id, text } }) => ({
    href: `${url.replace(/#.*/, "")}#${encodeURIComponent(id)}`,
    label: text || id,
    isName: text === "",
    before: before(words.slice(Math.max(0, at - 5), at)),
    match: words[at] ?? "",
    after: ` ${words.slice(at + 1, at + 9).join(" ")}`,
  }));
}

/** The words before a match, as many of the last of them as leave it place on the line of a phone. */
function before(words: readonly string[]): string {
  const fits = words.findIndex((_, index) => words.slice(index).join(" ").length <= 30);
  return fits === -1 ? "" : `${words.slice(fits).join(" ")} `;
}

/** Pages that have something that is called so first, else as they were found. */
export function rankedPages(pages: readonly PageData[], term: string): PageData[] {
  const nearest = ({ anchors }: PageData): number =>
    Math.max(0, ...anchors.map((each) => nearness(each, term)));
  return pages.toSorted((one, other) => nearest(other) - nearest(one));
}

/**
 * Whether a page has each word of a term, or one that begins as more than half of it does: of a word that is nowhere,
 * Pagefind finds the longest that it begins with, be it a single letter, but "signing" is to find "signed" too.
 */
export function hasWords({ content }: PageData, term: string): boolean {
  const text = plain(content).join("");
  return plain(term).every((word) => text.includes(word.slice(0, Math.floor(word.length / 2) + 1)));
}

/** The words of a text, without marks, in lower case. */
function plain(text: string): string[] {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
}

/** How near a term comes to what a place is called: 2 if it is its name, 1 if its name begins so, 0 otherwise. */
function nearness({ id, text }: PageData["anchors"][number], term: string): 0 | 1 | 2 {
  const sought = term.toLowerCase();
  // A name that is part of an id may hold a hyphen, and may follow one.
  const parts = [id.split(".").at(-1), id.split(/[.-]/).at(-1)];
  const names = [text, withoutStatus(text), ...parts].map((name) => (name ?? "").toLowerCase());
  if (names.includes(sought)) {
    return 2;
  }
  return names.some((name) => name.startsWith(sought)) ? 1 : 0;
}

/** "404 Not Found" is called "Not Found" too. */
function withoutStatus(heading: string): string {
  return heading.replace(/^\d{3} /, "");
}
