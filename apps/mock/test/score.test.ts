import { loadContract, readContract } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { readEquivalences } from "./score/equivalent.ts";
import { mutantsOf, sampleOf } from "./score/mutants.ts";
import { operators } from "./score/operators.ts";
import { runScore, scoreText } from "./score/score.ts";
import type { Check } from "./score/suite.ts";
import { contractFile } from "./support/requests.ts";

const contract = loadContract(contractFile);

test("each mutant has an outcome, and its reason", async () => {
  const { failed, results, population } = await runScore(contract, { sample: 150 });
  expect(failed).toEqual([]);
  expect([results.length, population]).toEqual([150, mutantsOf(contract.document).length]);
  const killed = results.filter(({ outcome }) => outcome === "killed");
  expect(killed.length).toBeGreaterThan(100);
  for (const { by, outcome } of results) expect(by === "").toBe(outcome === "survived");
});

test("a mutant that no check kills survives, and is listed with its line", async () => {
  const score = await runScore(contract, { check: () => [], sample: 60 });
  const text = scoreText(score, contract);
  expect(text).toMatch(/survived: .+ → .+\n {2}\S+cages\.yaml:\d+ \(\/paths\//);
  expect(text).toMatch(/\n60 of \d+ mutants, .* [1-9]\d* survived, .*\.\n$/);
});

test("a case that the original fails is reported, and not tried", async () => {
  const check: Check = (_, { expected }) => (expected.kind === "scenario" ? ["wrong"] : []);
  const score = await runScore(contract, { check, sample: 30 });
  expect(scoreText(score, contract)).toContain(
    "does not pass this, so it is not tried: getCage 200 full",
  );
  expect(score.results.filter(({ by }) => score.failed.includes(by))).toEqual([]);
});

test("every operator applies to the whole profile, and a sample keeps the order", () => {
  const mutants = mutantsOf(readContract(furtherContract()).document);
  expect(new Set(mutants.map(({ operator }) => operator))).toEqual(new Set(Object.keys(operators)));
  const sample = sampleOf(mutants, 40);
  expect(sample).toHaveLength(40);
  expect(mutants.filter((each) => sample.includes(each))).toEqual(sample);
});

test("each mutant in equivalents.yaml is one of the contract", () => {
  const own = loadContract();
  const mutants = mutantsOf(own.document).map(({ change, pointer }) => `${pointer}: ${change}`);
  const { named } = readEquivalences(own);
  expect(named.filter((each) => !mutants.includes(each))).toEqual([]);
});
