import { expect, test } from "vitest";
import { hasWords, type PageData, placesOf, rankedPages } from "../src/client/search-places.ts";

/** A page with a word at each of these ids, all of which match. */
function pageOf(url: string, ids: readonly string[]): PageData {
  const anchors = ids.map((id, location) => ({ id, text: "", location }));
  return {
    url,
    content: ids.join(" "),
    meta: {},
    anchors,
    locations: anchors.map(({ location }) => location),
  };
}

function foundOn(ids: readonly string[], term: string): string[] {
  return placesOf(pageOf("/", ids), term).map(({ href }) => decodeURIComponent(href.slice(2)));
}

test("what is called so comes first, then what begins so, then the rest in its order", () => {
  const ids = ["guide", "data.created_at", "data.created", "other"];
  expect(foundOn(ids, "Created")).toEqual(["data.created", "data.created_at", "guide", "other"]);
});

test("a name may hold hyphens, and may follow one", () => {
  expect(foundOn(["a", "parameter.header.X-Domain"], "x-domain")[0]).toBe("parameter.header.X-Domain");
  expect(foundOn(["a", "status-404"], "404")[0]).toBe("status-404");
});

test("a status is found by its name alone", () => {
  const page = pageOf("/", ["a", "b"]);
  const anchors = page.anchors.map((each) => (each.id === "b" ? { ...each, text: "404 Not Found" } : each));
  expect(placesOf({ ...page, anchors }, "not found")[0]?.label).toBe("404 Not Found");
});

test("what stands before a match leaves it place on the line", () => {
  const text = `one two ${"x".repeat(60)} six seven`;
  const found = (words: string, at: number): (string | undefined)[] => {
    const page = { ...pageOf("/", ["a"]), content: words, locations: [at] };
    return placesOf(page, "y").flatMap((place) => [place.before, place.match, place.after]);
  };
  expect(found(text, 1)).toEqual(["one ", "two", ` ${"x".repeat(60)} six seven`]);
  expect(found(text, 3)).toEqual(["", "six", " seven"]);
  expect(found(text, 4)).toEqual(["six ", "seven", " "]);
});

test("pages are ranked by the nearest of their places, else stay as they were found", () => {
  const pages = [
    pageOf("/1/", ["x"]),
    pageOf("/2/", ["y"]),
    pageOf("/3/", ["created_at"]),
    pageOf("/4/", ["created"]),
  ];
  expect(rankedPages(pages, "created").map(({ url }) => url)).toEqual(["/4/", "/3/", "/1/", "/2/"]);
});

test("a page has a word that it spells another way, but not one that only begins as a word of it", () => {
  const page = { ...pageOf("/", []), content: "Sign in with the X-Domain of für getVariablesCage" };
  for (const term of ["signing", "sign domain", "x-domain", "FUR", "cages", '"in with"', "!"]) {
    expect([term, hasWords(page, term)]).toEqual([term, true]);
  }
  for (const term of ["weather", "forbidden", "office", "sign weather", "X-Forwarded-For"]) {
    expect([term, hasWords(page, term)]).toEqual([term, false]);
  }
});
