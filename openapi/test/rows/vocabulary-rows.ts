import { expandBook, getBook, json, type Row } from "./row.ts";

const include = `${getBook}/parameters/1`;
const examples = `${getBook}/responses/200/${json}/examples`;
const book = "/components/schemas/BookDocument/properties/data";

/** Contracts whose `x-includes` or `x-gaps` break one rule. */
export const vocabularyRows: readonly Row[] = [
  {
    rule: "house/includes-valid",
    title: "a value of the enum that x-includes lacks",
    set: { [`${include}/schema/items/enum/2`]: "shelf" },
    at: `${include}/x-includes`,
  },
  {
    rule: "house/includes-valid",
    title: "a name that the enum lacks",
    set: { [`${include}/x-includes/shelf`]: "/data/title" },
    at: `${include}/x-includes/shelf`,
  },
  {
    rule: "house/includes-valid",
    title: "x-includes on a header",
    set: {
      "/components/parameters/Tenant/schema/enum": ["tenant-1"],
      "/components/parameters/Tenant/x-includes": { "tenant-1": "/data/author" },
    },
    at: "/components/parameters/Tenant/x-includes",
  },
  {
    rule: "house/includes-valid",
    title: "a pointer to what the body does not declare",
    set: { [`${include}/x-includes/series`]: "/data/attributes/series" },
    at: `${include}/x-includes/series`,
  },
  {
    rule: "house/includes-valid",
    title: "a pointer to what the body requires",
    set: {
      [`${book}/required`]: ["title", "series"],
      [`${include}/examples/without_author/value`]: ["series"],
      [`${examples}/without_author/value/data/series`]: "Novels",
    },
    at: `${include}/x-includes/series`,
  },
  {
    rule: "house/includes-valid",
    title: "what is no pointer",
    set: { [`${include}/x-includes/series`]: "data.series" },
    at: `${include}/x-includes/series`,
  },
  {
    rule: "house/includes-shown",
    title: "scenarios none of which asks for everything",
    set: {
      [`${include}/examples/with_author/value`]: ["author"],
      [`${include}/examples/without_author/value`]: ["series"],
      [`${include}/examples/unknown_book/value`]: ["author", "series"],
      [`${examples}/with_author/value/data`]: { title: "Emma", author: "Jane Austen" },
      [`${examples}/without_author/value/data`]: { title: "Emma", series: "Novels" },
    },
    at: `${include}/x-includes`,
  },
  {
    rule: "house/includes-shown",
    title: "an example that lacks what its scenario asks for",
    set: { [`${include}/examples/without_author/value`]: ["author"] },
    at: `${examples}/without_author`,
  },
  {
    rule: "house/includes-shown",
    title: "an example that holds what its scenario does not ask for",
    set: { [`${examples}/without_author/value/data/series`]: "Novels" },
    at: `${examples}/without_author`,
  },
  {
    rule: "house/includes-valid",
    title: "a pointer of a second parameter to what the body does not declare",
    set: { ...expandBook, [`${getBook}/parameters/2/x-includes/loans`]: "/data/loan" },
    at: `${getBook}/parameters/2/x-includes/loans`,
  },
  {
    rule: "house/includes-shown",
    title: "scenarios none of which asks by both of two parameters for everything",
    set: {
      ...expandBook,
      [`${getBook}/parameters/2/examples/with_author/value`]: ["author"],
      [`${getBook}/parameters/2/examples/without_author/value`]: ["loans", "author"],
      [`${examples}/with_author/value/data`]: { title: "Emma", author: "Jane Austen", series: "Novels" },
      [`${examples}/without_author/value/data`]: { title: "Emma", author: "Jane Austen", loans: 2 },
    },
    at: `${include}/x-includes`,
  },
  {
    rule: "house/includes-shown",
    title: "an example that lacks what its scenario asks for by the second of two parameters",
    set: { ...expandBook, [`${getBook}/parameters/2/examples/without_author/value`]: ["loans", "author"] },
    at: `${examples}/without_author`,
  },
  {
    rule: "house/includes-shown",
    title: "an example that holds what its scenario asks for by neither of two parameters",
    set: { ...expandBook, [`${getBook}/parameters/2/examples/without_author/value`]: [] },
    at: `${examples}/without_author`,
  },
  ...["section", "unknown", "until_known"].map((name) => ({
    rule: "house/gaps-complete",
    title: `a gap without its ${name}`,
    drop: [`/x-gaps/1/${name}`],
    at: "/x-gaps/1",
  })),
  {
    rule: "house/gaps-complete",
    title: "a gap without its id",
    drop: ["/x-gaps/1/id"],
    at: "/x-gaps/1",
  },
  {
    rule: "house/gaps-complete",
    title: "an empty text",
    set: { "/x-gaps/1/unknown": " " },
    at: "/x-gaps/1/unknown",
  },
  {
    rule: "house/gaps-complete",
    title: "a section that is a number, of which 2.10 becomes 2.1",
    set: { "/x-gaps/1/section": 2.1 },
    at: "/x-gaps/1/section",
  },
  {
    rule: "house/gaps-complete",
    title: "an id that is not snake_case",
    set: { "/x-gaps/1/id": "lendingPeriod" },
    at: "/x-gaps/1/id",
  },
  {
    rule: "house/gaps-complete",
    title: "an id that stands twice",
    set: { "/x-gaps/1/id": "date_time_format" },
    at: "/x-gaps/1/id",
  },
  {
    rule: "house/gaps-complete",
    title: "a further member",
    set: { "/x-gaps/1/note": "x" },
    at: "/x-gaps/1/note",
  },
  {
    rule: "house/gaps-complete",
    title: "gaps that are no list",
    set: { "/x-gaps": { lending_period: "How long" } },
    at: "/x-gaps",
  },
  ...["x-include", "x-includess"].map((name) => ({
    rule: "house/extensions-placed",
    title: `${name} instead of x-includes`,
    rename: { [`${include}/x-includes`]: name },
    at: `${include}/${name}`,
  })),
  {
    rule: "house/extensions-placed",
    title: "x-gap instead of x-gaps",
    rename: { "/x-gaps": "x-gap" },
    at: "/x-gap",
  },
  {
    rule: "house/extensions-placed",
    title: "x-includes on an operation",
    set: { [`${getBook}/x-includes`]: { author: "/data/author" } },
    at: `${getBook}/x-includes`,
  },
  {
    rule: "house/extensions-placed",
    title: "x-gaps in the info",
    set: { "/info/x-gaps": [] },
    at: "/info/x-gaps",
  },
];
