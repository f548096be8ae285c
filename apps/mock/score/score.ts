import { constants } from "node:os";
import { parseArgs } from "node:util";
import { contractFile } from "@workflow-api/contract";
import { printScore } from "./print-score.ts";
import { runScore } from "./run-score.ts";

const usage = `Scores the contract checks by changing the contract: every change that a server would show must be noticed, and
nothing else. Exit code 1: something is wrong with the score, and the last lines say what.

usage: npm run score -- [options]

  --sample NUMBER     about so many mutants, spread evenly (default: all)
  --contract FILE     the contract (default: the packaged one)
  --seed NUMBER       the seed of the derived cases (default: 1); the original has to pass the next two as well
  --rewrites NUMBER   about so many of the documents that hold the rewrites, which mean the same (default: all, with --sample 4)
  --matrix            find every group of cases that notices a mutant, and what the score is without each
  --min PERCENT       fail below this score (default: 99)
  --help
`;

const { values } = parseArgs({
  options: {
    contract: { type: "string", default: contractFile() },
    help: { type: "boolean", short: "h", default: false },
    matrix: { type: "boolean", default: false },
    min: { type: "string", default: "99" },
    rewrites: { type: "string" },
    sample: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
  },
});

// A signal alone would leave the files of the survivors behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

if (values.help) process.stdout.write(usage);
else process.exitCode = await main().catch(told);

async function main(): Promise<number> {
  const { contract, matrix, min, rewrites, sample, seed } = values;
  const score = await runScore({
    contract,
    matrix,
    progress,
    rewrites: Number(rewrites ?? (Number(sample) > 0 ? 4 : 0)),
    sample: Number(sample),
    seed: Number(seed),
  });
  return printScore(score, { min: Number(min), matrix });
}

/** What is wrong with the contract needs no trace of this program. */
function told(error: unknown): number {
  if (!(error instanceof Error) || !["ContractError", "JudgesDisagree"].includes(error.name)) throw error;
  process.stderr.write(`${error.message}\n`);
  return 2;
}

function progress(done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  const width = 30;
  const filled = Math.round((done / Math.max(1, all)) * width);
  process.stderr.write(
    `\r${"█".repeat(filled)}${"░".repeat(width - filled)} ${done} of ${all}${done === all ? "\n" : ""}`,
  );
}
