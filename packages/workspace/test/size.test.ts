import { expect, test } from "vitest";
import { countTokens, cyclesOf, measureSize, type SourceFile } from "../src/size.ts";

const file = (path: string, ...imports: readonly string[]): SourceFile => ({
  path,
  tokens: 9,
  imports,
});

test("files that import each other in a circle are found once", () => {
  const files = [file("a.ts", "b.ts"), file("b.ts", "c.ts"), file("c.ts", "b.ts")];
  expect(cyclesOf([...files, file("d.ts", "a.ts")])).toEqual([["b.ts", "c.ts", "b.ts"]]);
});

test("words, numbers and signs count, those of a string too, and comments do not", () => {
  expect(countTokens('// no\nconst a = "two words"; // no\n/** no */\n')).toBe(8);
});

test("the limits on size hold", () => {
  const { text, holds } = measureSize();
  expect(holds, text).toBe(true);
});
