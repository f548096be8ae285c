import { expect, test } from "vitest";
import { literal, Source } from "../generate/print.ts";

test("no name of the contract has a meaning of its own in the code that is generated", () => {
  const text = literal({ ["__proto__"]: ["p"], constructor: 1, "x-y": new Source("here") });
  expect(text).toBe('{ ["__proto__"]: ["p"], constructor: 1, "x-y": here }');
});
