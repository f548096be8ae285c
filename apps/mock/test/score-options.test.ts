import { expect, test } from "vitest";
import { readOptions } from "../score/options.ts";

test("Without options the whole score is made, and with a sample few of the rewrites", () => {
  expect(readOptions([])).toMatchObject({ min: 99, rewrites: 0, sample: 0, seed: 1 });
  expect(readOptions(["--sample", "120"])).toMatchObject({ rewrites: 4, sample: 120 });
  expect(readOptions(["--sample", "120", "--rewrites", "9"])).toMatchObject({ rewrites: 9 });
});

test.each([
  [["--sample", "x"], '--sample takes a whole number, not "x".'],
  [["--seed", ""], '--seed takes a whole number, not "".'],
  [["--min", "200"], '--min takes a percentage from 0 to 100, not "200".'],
  [["--nope"], "Unknown option '--nope'"],
])("%j is refused", (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});
