import { constants } from "node:os";
import { readOptions, type ScoreOptions, usage } from "./options.ts";
import { printScore } from "./print-score.ts";
import { runScore } from "./run-score.ts";

// A signal alone would leave the files of the survivors behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

const options = optionsGiven();
if (options?.help === true) process.stdout.write(usage);
else if (options !== undefined) process.exitCode = await main(options).catch(told);

function optionsGiven(): ScoreOptions | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [message] = error.message.split(". To specify");
    process.stderr.write(`${message}\nThe options: npm run score -- --help\n`);
    process.exitCode = 2;
    return undefined;
  }
}

async function main({ contract, matrix, min, rewrites, sample, seed }: ScoreOptions): Promise<number> {
  const score = await runScore({ contract, matrix, progress, rewrites, sample, seed });
  return printScore(score, { min, matrix });
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
