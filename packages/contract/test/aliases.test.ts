import { expect, test } from "vitest";
import { loadContract } from "../src/index.ts";
import { problemsIn, problemsOf } from "./problems-of.ts";
import { small, writeContract } from "./write-contract.ts";

const written = (more: string): string => writeContract({ "openapi.yaml": `${small}${more}\n` });
const lines = small.split("\n").length;

test("A contract may use an anchor as often as it likes", async () => {
  const aliases = Array.from({ length: 500 }, () => "*word").join(", ");
  const { document } = await loadContract(written(`x-word: &word [a]\nx-words: [${aliases}]`));
  expect(document["x-words"]).toHaveLength(500);
});

test("An alias of what it is part of is refused, with its place", async () => {
  const problems = await problemsOf(() =>
    loadContract(written("x-loop: &loop\n  - a\n  - { again: [*loop] }")),
  );
  expect(problems.map(({ location }) => location.line)).toEqual([lines + 2]);
  expect(problems[0]?.message).toMatch(/alias stands for what it is part of/);
});

test("Aliases that multiply beyond all memory are refused", async () => {
  const names = "abcdefgh".split("");
  const bomb = names.map((name, index) => {
    const before = names[index - 1];
    const items = before === undefined ? "word" : Array.from({ length: 10 }, () => `*${before}`).join(", ");
    return `x-${name}: &${name} [${items}]`;
  });
  const [problem, ...others] = await problemsIn(written(bomb.join("\n")));
  expect(problem?.message).toMatch(/aliases are followed in this file/);
  expect(others).toEqual([]);
});
