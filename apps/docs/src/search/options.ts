import type { Options } from "minisearch";

/** A page or a section, as the search finds it. */
export interface Found {
  /** Its path below the root of the site, with its fragment. */
  readonly id: string;
  readonly title: string;
  /** The title of the page; for a page itself, its description. */
  readonly page: string;
  /** The names of an operation: its id, method and path, its parameters and headers. */
  readonly keys: string;
  readonly text: string;
}

/** How texts are tokenized and compared, both in the index and in a query. */
export const searchOptions: Options<Found> = {
  fields: ["title", "keys", "text"],
  storeFields: ["title", "page"],
  // `getVariablesCage` is found as a whole and by each of its words; so is `value_reference`.
  tokenize: (text) =>
    text
      .split(/[^\p{L}\p{N}_$-]+/u)
      .flatMap((word) => [word, ...word.replace(/\p{Lu}/gu, " $&").split(/[\s_-]+/)]),
  searchOptions: {
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.25 : false),
    boost: { keys: 4, title: 3 },
    combineWith: "AND",
    boostDocument: (id) => (/^reference\/[^#]+$/.test(id) ? 4 : /^reference\//.test(id) ? 1.5 : 1),
  },
};
