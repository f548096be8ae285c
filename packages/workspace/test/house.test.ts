import { expect, test } from "vitest";
import { cardsOf, cyclesOf, measureHouse, type SourceFile } from "../src/house.ts";

const file = (path: string, lines: number, ...imports: readonly string[]): SourceFile => ({
  path,
  lines,
  imports,
});

test("files that import each other in a circle are found once, as the way round", () => {
  const files = [
    file("a.ts", 9, "b.ts"),
    file("b.ts", 9, "c.ts"),
    file("c.ts", 9, "b.ts"),
    file("d.ts", 9, "a.ts"),
  ];
  expect(cyclesOf(files)).toEqual([["b.ts", "c.ts", "b.ts"]]);
});

test("a small file that one other file imports is told with that file", () => {
  const files = [
    file("a.ts", 90, "b.ts", "c.ts", "d.ts"),
    file("b.ts", 24),
    file("c.ts", 25),
    file("d.ts", 9),
    file("e.ts", 9, "d.ts"),
  ];
  expect(cardsOf(files)).toEqual(["b.ts (a.ts)"]);
});

test("the ceilings of the house hold", () => {
  const { text, holds } = measureHouse();
  expect(holds, text).toBe(true);
});
