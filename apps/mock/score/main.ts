import { loadContract } from "@workflow-api/contract";
import {
  type Output,
  readArguments,
  runCommand,
  runProgram,
} from "@workflow-api/contract/command-line";
import { runScore, scoreText } from "./score.ts";

const help = `Mutation-tests the checks: changes one thing of the contract at a time, serves
the result with the mock, and lists the mutants that no check kills.

Usage: npm run score -- [--contract FILE]

A mutant that means the same as the
contract is excepted by score-exceptions.yaml. Exit codes: 0 every mutant was
killed, 1 some survived, 2 it cannot run.
`;

await runProgram(
  async (args, output) => await runCommand(async () => await main(args, output), output.printError),
);

async function main(args: readonly string[], { print }: Output): Promise<number> {
  const text = { type: "string" } as const;
  const options = { contract: text, help: { type: "boolean" } } as const;
  const { values } = readArguments(args, options);
  if (values.help === true) {
    print(help);
    return 0;
  }
  const contract = loadContract(values.contract);
  const score = await runScore(contract);
  print(scoreText(score, contract));
  return score.results.some(({ outcome }) => outcome === "survived") ? 1 : 0;
}
