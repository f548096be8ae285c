import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import { scoreText } from "./score/report.ts";
import { runScore } from "./score/score.ts";
import { findProblems } from "./support/expected.ts";

const contract = loadContract();

test("the checks notice every mutant of the contract that is not known to be equivalent", async () => {
  const score = await runScore({
    contract,
    serve: (mutant) => {
      const mock = createMock(mutant);
      return { send: (request) => mock.answer(request) };
    },
    check: findProblems,
  });
  expect(score.failed).toEqual([]);
  expect(score.fates).toHaveLength(score.population);
  const survivors = score.fates.filter(({ outcome }) => outcome === "survived");
  expect(survivors, scoreText(score, contract)).toEqual([]);
});
