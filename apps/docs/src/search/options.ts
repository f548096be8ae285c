import type { Options } from "minisearch";

/** A page or a section, as the search finds it. */
export interface Found {
  /** Its path below the root of the site, with its fragment. */
  readonly id: string;
  readonly title: string;
  /** The title of the page; for a page itself, its description. */
  readonly page: string;
  /** What else it is found by, first of all results: `GET /notes`. `undefined`: nothing. */
  readonly aliases: readonly string[] | undefined;
  readonly text: string;
}

/** How texts are tokenized and compared, both in the index and in a query. */
export const searchOptions: Options<Found> = {
  fields: ["title", "aliases", "text"],
  storeFields: ["title", "page", "aliases"],
  // `getVariablesCage` is found as a whole and by each of its words; so is `value_reference`.
  tokenize: (text) =>
    text
      .split(/[^\p{L}\p{N}_$-]+/u)
      .flatMap((word) => [word, ...word.replace(/\p{Lu}/gu, " $&").split(/[\s_-]+/)]),
  searchOptions: {
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.25 : false),
    boost: { aliases: 4, title: 3 },
    combineWith: "AND",
    boostDocument: (id) => (/^reference\/[^#]+$/.test(id) ? 4 : /^reference\//.test(id) ? 1.5 : 1),
  },
};

/** The results in the order of a list: first those that are called exactly what is searched. */
export function exactFirst<Result extends Pick<Found, "aliases" | "title">>(
  results: readonly Result[],
  query: string,
): Result[] {
  const spelled = (text: string): string => text.trim().replace(/\s+/g, " ").toLowerCase();
  // The title of a field may have its page in it: `data.id of Get a thing`.
  const isExact = ({ aliases, title }: Result): number =>
    Number(
      [title, ...(aliases ?? [])].some((name) =>
        `${spelled(name)} of `.startsWith(`${spelled(query)} of `),
      ),
    );
  return results.toSorted((before, after) => isExact(after) - isExact(before));
}
