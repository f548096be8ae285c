import type { Options, SearchOptions } from "minisearch";

/** What an entry of the search is, in the order in which results are listed. */
export const kinds = ["operation", "schema", "field", "page"] as const;
/** One of them. */
export type EntryKind = (typeof kinds)[number];

/** A page, a section of it or a field, as the search finds it. */
export interface SearchEntry {
  /** Its path below the root of the site, with its fragment. */
  readonly id: string;
  readonly kind: EntryKind;
  readonly title: string;
  /** The title of the page that it is on. The empty string: it is a page. */
  readonly page: string;
  /** What else it is called: `GET /notes`. A query of just this finds it first. */
  readonly aliases: readonly string[];
  /** What else it is found by: the statuses, the security schemes and the parameters. */
  readonly keywords: readonly string[];
  readonly text: string;
}

/** An entry as the file of the index holds it: without what follows from the page before it. */
export type PackedEntry = Partial<SearchEntry> & Pick<SearchEntry, "id" | "title">;

/**
 * Entries for the file of the index. Each section follows its page.
 *
 * A section has the fragment alone, and no more of its title than what follows that of its page.
 */
export function packEntries(entries: readonly SearchEntry[]): PackedEntry[] {
  return entries.map(({ aliases, id, keywords, kind, page, text, title }) => ({
    id: page === "" ? id : id.slice(id.indexOf("#")),
    title: page !== "" && title.startsWith(`${page}.`) ? title.slice(page.length) : title,
    ...(kind !== "field" && { kind }),
    ...(text !== "" && { text }),
    ...(aliases.length > 0 && { aliases }),
    ...(keywords.length > 0 && { keywords }),
  }));
}

/** The entries of the file of the index. */
export function unpackEntries(packed: readonly PackedEntry[]): SearchEntry[] {
  const rest = { kind: "field", page: "", text: "", aliases: [], keywords: [] } as const;
  let top: SearchEntry = { ...rest, id: "", title: "" };
  return packed.map((entry) => {
    const whole = { ...rest, ...entry };
    if (!entry.id.startsWith("#")) {
      top = whole;
      return whole;
    }
    const title = entry.title.startsWith(".") ? top.title + entry.title : entry.title;
    return { ...whole, id: top.id + entry.id, page: top.title, title };
  });
}

/** How texts are tokenized and compared, both in the index and in a query. */
export const searchOptions: Options<SearchEntry> = {
  fields: ["title", "aliases", "keywords", "text"],
  // `getVariablesCage` is found as a whole and by each of its words; so is `value_reference`.
  tokenize: (text) =>
    text
      .split(/[^\p{L}\p{N}_$-]+/u)
      .flatMap((word) => [word, ...word.replace(/\p{Lu}/gu, " $&").split(/[\s_-]+/)]),
  searchOptions: {
    prefix: true,
    boost: { aliases: 4, title: 3 },
    combineWith: "AND",
  },
};

/** How a query is compared if nothing has its words: a word may have other letters. */
export const misspelledOptions: SearchOptions = {
  fuzzy: (term) => (term.length > 4 ? 0.25 : false),
};

/** How many results of each kind come before all others. */
const most: Readonly<Record<EntryKind, number>> = { operation: 8, schema: 5, field: 5, page: 5 };

/**
 * The results in the order of a list: those that are called exactly what is searched, the best of
 * each kind, and then all others.
 */
export function inOrder<Result extends Pick<SearchEntry, "aliases" | "kind" | "title">>(
  results: readonly Result[],
  query: string,
): Result[] {
  const spelled = (text: string): string =>
    text
      .replace(/(?<=\p{Ll})\p{Lu}/gu, " $&")
      .replace(/[\s_-]+/g, " ")
      .trim()
      .toLowerCase();
  const isExact = ({ aliases, title }: Result): boolean =>
    [title, ...aliases].some((name) => spelled(name) === spelled(query));
  const exact = results.filter(isExact);
  const others = results.filter((each) => !isExact(each));
  const best = kinds.flatMap((kind) =>
    others.filter((each) => each.kind === kind).slice(0, most[kind]),
  );
  return [...new Set([...exact, ...best, ...others])];
}

/** A part of a text, and whether it was searched for. */
export interface SnippetPart {
  readonly text: string;
  readonly isFound: boolean;
}

/**
 * The beginning of a text, or what is around the first of these words in it, cut between words.
 *
 * @param words - In lower case.
 */
export function snippetOf(text: string, words: readonly string[], most = 140): SnippetPart[] {
  const parts = text.split(/([\p{L}\p{N}_$-]+)/u);
  const isFound = (part: string): boolean => words.includes(part.toLowerCase());
  const found = parts.findIndex(isFound);
  let first = found === -1 ? 0 : found;
  for (let length = 0; first > 0 && length < most / 3; first--)
    length += parts[first - 1]?.length ?? 0;
  const shown: SnippetPart[] = [];
  let length = 0;
  for (const part of parts.slice(first)) {
    length += part.length;
    if (length > most) break;
    shown.push({ text: part, isFound: isFound(part) });
  }
  const dots = (isCut: boolean): SnippetPart[] => (isCut ? [{ text: "…", isFound: false }] : []);
  return [...dots(first > 0), ...shown, ...dots(length > most)];
}
