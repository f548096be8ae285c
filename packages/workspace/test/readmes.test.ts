import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeBlocks } from "@workflow-api/workspace/readme";
import { trackedFiles } from "@workflow-api/workspace/testing";
import { expect, test } from "vitest";
import { root } from "../src/turbo.ts";

const files = trackedFiles();
const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** What every user of npm knows, and what other tests run: commands that install or start all. */
const isUsual = (code: string): boolean =>
  code.split("\n").every((line) => /^npm (ci|install|test)\b/.test(line));

// Run the example in a test of its package, and take it from the README by `codeBlocks`.
test("a test runs the examples of each README", () => {
  const tests = files.filter((file) => /\/test\/.*\.(test|thorough)\.ts$/.test(file)).map(read);
  const untested = files
    .filter((file) => file.endsWith("README.md"))
    .flatMap((file) =>
      languagesOf(file)
        .filter((language) => codeBlocks(file, language).some((code) => !isUsual(code)))
        .map((language) => ({ file, language })),
    )
    .filter(({ file, language }) => {
      const isCommand = /^(sh|yaml)$/.test(language);
      const isRun = (text: string): boolean =>
        text.includes(`"${file}"`) &&
        (text.includes(`"${language}"`) || (isCommand && text.includes("commandsIn(")));
      return !tests.some(isRun);
    });
  expect(untested).toEqual([]);
});

function languagesOf(file: string): string[] {
  const opened = read(file).matchAll(/^```(\S*)\n.*?\n```$/gms);
  return [...new Set(Array.from(opened, ([, language = ""]) => language))];
}

test("the example of what tests share names what exists", async () => {
  const [code = ""] = codeBlocks("packages/workspace/README.md", "ts");
  const imports = [...code.matchAll(/import \{ (.*?) \} from "(.*?)"/g)];
  expect(imports).not.toEqual([]);
  for (const [, names = "", module = ""] of imports)
    expect(Object.keys(await import(module))).toEqual(expect.arrayContaining(names.split(", ")));
});
