import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import { scoreText } from "./score/report.ts";
import { runScore } from "./score/score.ts";
import { findProblems } from "./support/expected.ts";

const contract = loadContract();

test("the checks kill every mutant of the contract that is not known to be equivalent", async () => {
  const score = await runScore({
    contract,
    serve: (mutant) => ({ send: createMock(mutant).answer }),
    check: findProblems,
  });
  expect(score.failed).toEqual([]);
  expect(score.results).toHaveLength(score.population);
  const survivors = score.results.filter(({ outcome }) => outcome === "survived");
  expect(survivors, scoreText(score, contract)).toEqual([]);
});
