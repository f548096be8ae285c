import type { Edit } from "../edit.ts";

/** An edit of `fixtures/library.yaml` that breaks one rule and nothing else. */
export interface Row extends Edit {
  readonly rule: string;
  /** Completes "refuses …". */
  readonly title: string;
  /** The JSON Pointer of the place that is named. */
  readonly at: string;
}

export const listBooks = "/paths/~1books/get";
export const getBook = "/paths/~1books~1{bookNumber}/get";
export const replaceBook = "/paths/~1books~1{bookNumber}/put";
export const json = "content/application~1vnd.api+json";

const examples = `${getBook}/responses/200/${json}/examples`;

/** A second parameter that asks for parts of a book, one of which the first asks for too. */
export const expandBook: NonNullable<Edit["set"]> = {
  [`${getBook}/parameters/2`]: {
    name: "expand",
    in: "query",
    description: "What more to return with the book.",
    style: "form",
    explode: false,
    schema: { type: "array", items: { type: "string", enum: ["loans", "author"] } },
    "x-includes": { loans: "/data/loans", author: "/data/author" },
    examples: {
      with_author: { value: ["loans", "author"] },
      without_author: { value: ["author"] },
      unknown_book: { value: [] },
    },
  },
  "/components/schemas/BookDocument/properties/data/properties/loans": {
    type: "integer",
    description: "How often it was lent.",
  },
  [`${examples}/with_author/value/data`]: {
    title: "Emma",
    author: "Jane Austen",
    series: "Novels",
    loans: 2,
  },
  [`${examples}/without_author/value/data`]: { title: "Emma", author: "Jane Austen" },
};
