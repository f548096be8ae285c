import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { withOperations } from "../src/with-operations.ts";

const contract = await readFile(new URL("../openapi.yaml", import.meta.url), "utf8");
const fragment = await readFile(new URL("./fixtures/third-operation.yaml", import.meta.url), "utf8");

/** The lines of a text that another text does not hold in the same order. */
function linesMissing(text: string, other: string): string[] {
  const candidates = other.split("\n");
  let from = 0;
  return text.split("\n").filter((line) => {
    const found = candidates.indexOf(line, from);
    from = found < 0 ? from : found + 1;
    return found < 0;
  });
}

describe("withOperations", () => {
  test("adds every member of the fragment and keeps every line of the contract", () => {
    const merged = withOperations(contract, fragment);
    const { paths, components, tags } = parse(merged);
    const added = parse(fragment);
    expect(paths).toEqual({ ...parse(contract).paths, ...added.paths });
    expect(tags).toEqual([...parse(contract).tags, ...added.tags]);
    expect(components.schemas).toMatchObject(added.components.schemas);
    expect(components.parameters).toMatchObject(added.components.parameters);
    expect(linesMissing(contract, merged)).toEqual([]);
  });

  test.each([
    {
      title: "a deeper and a shallower member at one place",
      base: "a:\n  b: 1\n",
      more: "a:\n  c: 2\nd: 3\n",
    },
    { title: "a contract without a newline at its end", base: "a:\n  b: 1", more: "a:\n  c: 2\nd: 3\n" },
    { title: "a comment behind the last value", base: "a:\n  b: 1 # one\n", more: "a:\n  c: 2\nd: 3\n" },
    { title: "a block text as the last value", base: "a:\n  b: |\n    x\n\n", more: "a:\n  c: 2\nd: 3\n" },
  ])("merges with $title", ({ base, more }) => {
    const { a, ...rest } = parse(base);
    expect(parse(withOperations(base, more))).toEqual({ ...rest, a: { ...a, c: 2 }, d: 3 });
  });

  test("refuses to change a value of the contract, and names it", () => {
    expect(() => withOperations("a:\n  b: 1\n", "a:\n  b: 2\n")).toThrow("cannot extend /a/b");
  });
});
