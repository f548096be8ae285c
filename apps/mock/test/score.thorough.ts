import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { runScore, scoreText } from "./score/score.ts";

test("the checks kill every mutant that is not known to be equivalent", async () => {
  const contract = loadContract();
  const score = await runScore(contract);
  expect(score.failed).toEqual([]);
  const survived = score.results.filter(({ outcome }) => outcome === "survived");
  expect(survived, scoreText(score, contract)).toEqual([]);
});
