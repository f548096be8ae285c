import { rm } from "node:fs/promises";
import { join } from "node:path";
import { runCompat } from "@workflow-api/conformance/compat";
import { afterAll, describe, expect, test } from "vitest";
import { copyContract } from "./contract-copy.ts";
import { guideSnippets, type Snippet } from "./guide-snippets.ts";
import { temporaryFolder } from "./site.ts";

const folder = await temporaryFolder();
const old = await copyContract(join(folder, "before"));
const all = await guideSnippets();
const of = (kind: Snippet["kind"]): Snippet[] => all.filter((snippet) => snippet.kind === kind);

afterAll(() => rm(folder, { recursive: true }));

describe.concurrent("the edits of the guide on changes", () => {
  const outcomes = of("outcome");
  const edits = of("edit").map((edit) => ({
    ...edit,
    outcome: outcomes.find(({ guide, index }) => guide === edit.guide && index === edit.index + 1),
  }));

  test.for(edits)("$index breaks whom the guide says", async ({ text, index, outcome }) => {
    // What stands between the changed lines is in both.
    const side = (sign: "-" | "+"): string =>
      text
        .split("\n")
        .filter((line) => line.startsWith(sign) || line.startsWith(" "))
        .map((line) => `${line.slice(1)}\n`)
        .join("");
    const [before, after] = [side("-"), side("+")];
    // Other operations may have lines like these.
    const [, operation = ""] = /(\w+),/.exec(outcome?.text.split("  ")[1] ?? "") ?? [];
    let edited = 0;
    const changed = await copyContract(join(folder, `after-${index}`), (contract) => {
      const at = contract.indexOf(before, contract.indexOf(`operationId: ${operation}\n`));
      if (at < 0) return contract;
      edited++;
      return contract.slice(0, at) + after + contract.slice(at + before.length);
    });
    expect(edited).toBe(1);
    const told: string[] = [];
    await runCompat([old, "--contract", changed], {
      print: (text) => told.push(text),
      printError: expect.fail,
    });
    expect(told.join("").split("\n").map(saidOf)).toContain(saidOf(outcome?.text.trim() ?? ""));
  });
});

/** Whom a line is for and what it says; where is that of the first operation that has what is changed. */
function saidOf(line: string): string {
  return line.replace(/ {2}\w+, .*?: /, "  ");
}
