import { expect, test } from "vitest";
import { countTokens, measureSize } from "../src/size.ts";

test("words, numbers and signs count, those of a string too, and comments do not", () => {
  expect(countTokens('// no\nconst a = "two words"; // no\n/** no */\n')).toBe(8);
});

test("the limits on size hold", () => {
  const { text, holds } = measureSize();
  expect(holds, text).toBe(true);
});
