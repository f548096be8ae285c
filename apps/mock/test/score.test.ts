import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSuite, mutantsOf, rewritesOf, typesForm, wireForm } from "@workflow-api/conformance/score";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Original, tryMutant } from "../score/try-mutant.ts";

const contract = await loadContract();
const original: Original = {
  suite: createSuite(contract, 1),
  wire: wireForm(contract.document),
  types: typesForm(contract.document),
};
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "score-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("There are at least 2,000 mutants of the contract, no two of them the same.", () => {
  const mutants = mutantsOf(contract.document);
  expect(mutants.length).toBeGreaterThanOrEqual(2000);
  expect(new Set(mutants.map(({ document }) => JSON.stringify(document))).size).toBe(mutants.length);
});

test("A mutant of each operator is noticed.", async () => {
  const mutants = mutantsOf(contract.document);
  for (const operator of new Set(mutants.map((mutant) => mutant.operator))) {
    const own = mutants.filter(
      (mutant) => mutant.operator === operator && wireForm(mutant.document) !== original.wire,
    );
    const [mutant] = own.slice(Math.floor(own.length / 2));
    if (mutant === undefined) continue;
    const { outcome, change, pointer } = await tryMutant(original, mutant, {
      file: join(folder, "a.json"),
      all: false,
    });
    expect(["killed", "unloadable"], `${operator} ${pointer} ${change}`).toContain(outcome);
  }
});

test("Rewrites that mean the same are not noticed.", async () => {
  const rewrites = rewritesOf(contract.document);
  expect(rewrites.length).toBeGreaterThanOrEqual(300);
  for (const rewrite of rewrites) expect(wireForm(rewrite.document), rewrite.pointer).toBe(original.wire);
  const against = { ...original, wire: "" };
  for (const rewrite of rewrites.filter((_, index) => index % 50 === 0)) {
    const { outcome, kills } = await tryMutant(against, rewrite, {
      file: join(folder, "b.json"),
      all: false,
    });
    expect(outcome, `${rewrite.operator} ${rewrite.pointer} ${kills[0]?.title}`).toBe("survived");
  }
});
