import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { contractFile } from "@workflow-api/contract";
import { lintSurvivors } from "./lint-survivors.ts";
import { printRewrites, printScore } from "./print-score.ts";
import type { Fate } from "./try-mutant.ts";
import type { Told, Work } from "./worker.ts";

const usage = `Scores the contract checks by changing the contract: every change that a server would show must be noticed.

usage: npm run score -- [options]

  --sample NUMBER   about so many mutants, spread evenly (default: all)
  --contract FILE   the contract (default: the packaged one)
  --seed NUMBER     the seed of the derived cases (default: 1)
  --matrix          find every group of cases that notices a mutant, not the first only
  --rewrites        try meaning-preserving rewrites instead, none of which may be noticed
  --min PERCENT     fail below this score (default: 99)
  --help
`;

const { values } = parseArgs({
  options: {
    contract: { type: "string", default: contractFile() },
    help: { type: "boolean", short: "h", default: false },
    matrix: { type: "boolean", default: false },
    min: { type: "string", default: "99" },
    rewrites: { type: "boolean", default: false },
    sample: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
  },
});

if (values.help) process.stdout.write(usage);
else process.exitCode = await score();

async function score(): Promise<number> {
  const started = performance.now();
  const folder = await mkdtemp(join(tmpdir(), "score-"));
  try {
    const { fates, population } = await tryAll(folder);
    const seconds = (performance.now() - started) / 1000;
    if (values.rewrites) return printRewrites(fates, seconds);
    const refused = values.contract === contractFile() ? await lintSurvivors(fates) : new Set<string>();
    return printScore(fates, { population, seconds, min: Number(values.min), refused });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Tries the mutants on every core, with a progress bar. */
async function tryAll(
  folder: string,
): Promise<{ readonly fates: readonly Fate[]; readonly population: number }> {
  const shares = availableParallelism();
  const fates: Fate[] = [];
  let size = 0;
  let population = 0;
  const run = (share: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const work: Work = {
        contract: values.contract,
        seed: Number(values.seed),
        share,
        shares,
        sample: Number(values.sample),
        all: values.matrix,
        rewrites: values.rewrites,
        folder,
      };
      const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: work });
      worker.on("message", (told: Told) => {
        if ("fate" in told) fates.push(told.fate);
        else {
          size += told.size;
          population = told.population;
        }
        progress(fates.length, size);
      });
      worker.on("error", reject);
      worker.on("exit", () => resolve());
    });
  await Promise.all(Array.from({ length: shares }, (_, share) => run(share)));
  return { fates, population };
}

function progress(done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  const width = 30;
  const filled = Math.round((done / Math.max(1, all)) * width);
  process.stderr.write(
    `\r${"█".repeat(filled)}${"░".repeat(width - filled)} ${done} of ${all}${done === all ? "\n" : ""}`,
  );
}
