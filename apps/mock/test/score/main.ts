import { parseArgs } from "node:util";
import { ContractError, loadContract } from "@workflow-api/contract";
import { createMock } from "../../src/index.ts";
import { findProblems } from "../support/expected.ts";
import { scoreText } from "./report.ts";
import { runScore } from "./score.ts";

const help = `Scores the checks: changes one thing of the contract at a time, serves the
result with the mock, and lists the changes that no check notices.

Usage: npm run score -- [--sample NUMBER] [--seed NUMBER] [--contract FILE]

Without --sample all mutants are tried. A survivor that means the same as the
contract is named in equivalents.yaml beside it. Exit codes: 0 every mutant was
noticed, 1 some survived, 2 it cannot run, 130 interrupted, 143 terminated.
`;

// A reader who has seen enough closes standard output: the exit code still counts.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  process.stderr.write(`The score cannot be written: ${error.message}\n`);
  process.exit(2);
});
process.stderr.on("error", () => undefined);

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)
  process.once(signal, () => {
    process.stderr.write("The score was stopped: nothing is known.\n");
    process.exit(code);
  });

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof TypeError || error instanceof ContractError)) throw error;
  process.stderr.write(`${error.message.split(". To specify")[0]}\n`);
  return 2;
});

async function main(): Promise<number> {
  const text = { type: "string" } as const;
  const options = { sample: text, seed: text, contract: text, help: { type: "boolean" } } as const;
  const {
    contract: file,
    help: isHelp,
    sample = "1e9",
    seed = "1",
  } = parseArgs({ options }).values;
  const numbers = { sample: Number(sample), seed: Number(seed) };
  if (isHelp === true) return process.stdout.write(help) ? 0 : 2;
  if (!Object.values(numbers).every(Number.isInteger))
    throw new TypeError("--sample and --seed are whole numbers");
  const contract = loadContract(file);
  const serve = (mutant: typeof contract) => ({ send: createMock(mutant).answer });
  const score = await runScore({ contract, serve, check: findProblems, ...numbers });
  process.stdout.write(scoreText(score, contract));
  return score.fates.some(({ outcome }) => outcome === "survived") ? 1 : 0;
}
