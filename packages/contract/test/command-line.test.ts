import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { readNumber } from "../src/command-line.ts";
import { camelCase } from "../src/index.ts";

test("a number is within its limits", () => {
  expect(readNumber("port", "0", { most: 9 })).toBe(0);
  for (const given of ["0", "10", "1.5", "-1", ""])
    expect(() => readNumber("count", given, { least: 1, most: 9 })).toThrow(/1 to 9, not "/);
});

test("a program keeps its exit code if its output is not read to the end", async () => {
  const module = JSON.stringify(new URL("../src/command-line.ts", import.meta.url));
  const program = `
    import { runProgram } from ${module};
    await runProgram((_, { print }) => {
      for (let line = 0; line < 1000; line++) print("x".repeat(1000) + "\\n");
      return 3;
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
  const errors = text(child.stderr);
  child.stdout.once("data", () => child.stdout.destroy());
  const [code] = await once(child, "close");
  expect([code, await errors]).toEqual([3, ""]);
});

test.each([
  ["X-Api-Version", "xApiVersion"],
  ["API_TENANT", "apiTenant"],
  ["größe 2", "größe2"],
])("the words of %s are the name %s", (words, name) => {
  expect(camelCase(words)).toBe(name);
});
