import { loadContract } from "@workflow-api/contract";
import { runScore, scoreText } from "./score.ts";

// `npm run score`: mutation-tests the checks. The exit code is 1 if a mutant survived.

const contract = loadContract();
const score = await runScore(contract);
console.log(scoreText(score, contract));
if (score.survived.length > 0) process.exitCode = 1;
