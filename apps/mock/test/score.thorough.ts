import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { runScore, scoreText } from "../score/score.ts";
import { contractFile } from "./support/requests.ts";

// The score of the checks would notice a hole in them. `npm run score` runs it nightly.

test("a mutant that no check kills survives, and is listed with its line", async () => {
  const contract = loadContract(contractFile);
  const text = scoreText(await runScore(contract, () => []), contract);
  expect(text).toMatch(/survived: .+\n {2}\S+cages\.yaml:\d+ \(\/paths\//);
  expect(text).toMatch(/\nMutants: \d+ killed, [1-9]\d* survived, \d+ refused\.$/);
});
