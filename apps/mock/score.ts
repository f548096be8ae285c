import { parseArgs } from "node:util";
import { runScore, scoreText } from "@workflow-api/conformance/score";
import { ContractError, loadContract } from "@workflow-api/contract";
import { createMock } from "@workflow-api/mock";
import { findProblems } from "./test/support/expected.ts";

const help = `Scores the checks: changes one thing of the contract at a time, lets the mock
serve what comes out, and tells what the checks do not notice.

Usage: npm run score -- [options]

  --sample NUMBER  so many of the mutants (default: all)
  --seed NUMBER    another sample, and other values (default: 1)
  --contract FILE  the contract (default: that of the workflow service)
  --help

Exit codes: 0 every mutant was noticed, 1 some survived, 2 it could not run.
`;

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof TypeError || error instanceof ContractError)) throw error;
  process.stderr.write(`${error.message.split(". To specify")[0]}\n`);
  return 2;
});

async function main(): Promise<number> {
  const text = { type: "string" } as const;
  const options = { sample: text, seed: text, contract: text, help: { type: "boolean" } } as const;
  const { values } = parseArgs({ options });
  if (values.help === true) {
    process.stdout.write(help);
    return 0;
  }
  const contract = loadContract(values.contract);
  const score = await runScore({
    contract,
    serve: (mutant) => {
      const mock = createMock(mutant);
      return { send: (request) => mock.answer(request) };
    },
    check: findProblems,
    ...(values.sample !== undefined && { sample: wholeNumber("sample", values.sample) }),
    seed: wholeNumber("seed", values.seed ?? "1"),
    progress: (done, all) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all}${done === all ? "\n" : ""}`);
    },
  });
  process.stdout.write(scoreText(score, contract));
  return score.fates.some(({ outcome }) => outcome === "survived") ? 1 : 0;
}

function wholeNumber(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new TypeError(`--${name} is ${text}, and must be a whole number`);
}
