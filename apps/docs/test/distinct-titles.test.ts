import { expect, test } from "vitest";
import { distinctTitles } from "../src/view/distinct-titles.ts";

test("a title that comes again on a page is numbered", () => {
  const distinct = distinctTitles();
  expect(["one", "other", "one", "one"].map(distinct)).toEqual(["one", "other", "one (2)", "one (3)"]);
  expect(distinctTitles()("one")).toBe("one");
});
