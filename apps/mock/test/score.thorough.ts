import { loadContract, readContract } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { mutantsOf, operators } from "../score/mutants.ts";
import { runScore, scoreText } from "../score/score.ts";
import { contractFile } from "./support/requests.ts";

// The score of the checks would notice a hole in them. `npm run score` runs it nightly.

test("a mutant that no check kills survives, and is listed with its line", async () => {
  const contract = loadContract(contractFile);
  const text = scoreText(await runScore(contract, () => []), contract);
  expect(text).toMatch(/survived: .+ → .+\n {2}\S+cages\.yaml:\d+ \(\/paths\//);
  expect(text).toMatch(/\n\d+ mutants, .* [1-9]\d* survived, .*\.\n$/);
});

test("every operator applies to the whole profile", () => {
  const mutants = mutantsOf(readContract(furtherContract()).document);
  expect(new Set(mutants.map(({ operator }) => operator))).toEqual(new Set(Object.keys(operators)));
});
