import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { contractFile } from "@workflow-api/contract";
import { lintSurvivors } from "./lint-survivors.ts";
import type { Fate } from "./try-mutant.ts";
import type { Outset, Rewritten, Seeded, Told, Work } from "./worker.ts";

/** What is scored, and how much of it. */
export interface ScoreOptions {
  /** The file of the contract. */
  readonly contract: string;
  readonly seed: number;
  /** About so many mutants, spread evenly; 0: all. */
  readonly sample: number;
  /** About so many of the documents that hold the rewrites, spread evenly; 0: all. */
  readonly rewrites: number;
  /** Whether to find every group that notices a mutant, not the first only. */
  readonly matrix: boolean;
  /** How far it is. */
  readonly progress: (done: number, all: number) => void;
}

/** What became of the mutants of a contract. */
export interface Score {
  readonly outset: Outset;
  readonly fates: readonly Fate[];
  readonly rewritten: readonly Rewritten[];
  readonly seeded: readonly Seeded[];
  /** The survivors that the rules of the contract refuse. */
  readonly refused: ReadonlySet<Fate>;
  readonly seconds: number;
}

/** Tries the mutants and rewrites of a contract on every core. */
export async function runScore(options: ScoreOptions): Promise<Score> {
  const started = performance.now();
  const tried = await tryAll(options);
  // The rules are those of our contract.
  const refused = options.contract === contractFile() ? await lintSurvivors(tried.fates) : new Set<Fate>();
  return { ...tried, refused, seconds: (performance.now() - started) / 1000 };
}

type Tried = Omit<Score, "refused" | "seconds">;

async function tryAll(options: ScoreOptions): Promise<Tried> {
  const { contract, matrix, progress, rewrites, sample, seed } = options;
  const shares = availableParallelism();
  const told: Told[] = [];
  const outsets: Outset[] = [];
  const hear = (message: Told): void => {
    if ("outset" in message) outsets.push(message.outset);
    else told.push(message);
    progress(
      told.length,
      outsets.reduce((sum, { size }) => sum + size, 0),
    );
  };
  const common = { contract, seed, shares, sample, all: matrix, rewrites };
  await Promise.all(
    Array.from({ length: shares }, (_, share) =>
      runWorker({ ...common, share, seeds: [seed + 1, seed + 2] }, hear),
    ),
  );
  const [outset] = outsets;
  if (outset === undefined) throw new Error("No worker of the score has started.");
  return {
    outset,
    fates: told.flatMap((each) => ("fate" in each ? [each.fate] : [])),
    rewritten: told.flatMap((each) => ("rewritten" in each ? [each.rewritten] : [])),
    seeded: told.flatMap((each) => ("seeded" in each ? [each.seeded] : [])),
  };
}

function runWorker(work: Work, hear: (message: Told) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: work });
    worker.on("message", hear);
    worker.on("error", reject);
    worker.on("exit", () => resolve());
  });
}
