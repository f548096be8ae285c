import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { createSuite, mutantsOf, rewritesOf, typesForm, wireForm } from "@workflow-api/conformance/score";
import { loadContract } from "@workflow-api/contract";
import { type Fate, type Original, tryMutant } from "./try-mutant.ts";

/** What a worker is told. */
export interface Work {
  readonly contract: string;
  readonly seed: number;
  /** Which of the shares is this worker's. */
  readonly share: number;
  readonly shares: number;
  /** About so many mutants of all shares together; 0: all. */
  readonly sample: number;
  readonly all: boolean;
  readonly rewrites: boolean;
  /** Where the mutants are written. */
  readonly folder: string;
}

/** What a worker tells: how many mutants it has, or what became of one. */
export type Told = { readonly size: number; readonly population: number } | { readonly fate: Fate };

const work: Work = workerData;
const port = parentPort;
if (port === null) throw new Error("This runs as a worker of score.ts.");
const contract = await loadContract(work.contract);
const original: Original = {
  suite: createSuite(contract, work.seed),
  wire: wireForm(contract.document),
  types: typesForm(contract.document),
};
const population = work.rewrites ? rewritesOf(contract.document) : mutantsOf(contract.document);
const every = work.sample > 0 ? Math.max(1, Math.floor(population.length / work.sample)) : 1;
const own = population
  .filter((_, index) => index % every === 0)
  .filter((_, index) => index % work.shares === work.share);
const tell = (told: Told): void => port.postMessage(told);
tell({ size: own.length, population: population.length });
let survivors = 0;
for (const mutant of own) {
  // A rewrite is the same by its form, and is tried all the same.
  const against = work.rewrites ? { ...original, wire: "" } : original;
  const file = join(work.folder, `${work.share}-${survivors}.json`);
  const fate = await tryMutant(against, mutant, { file, all: work.all });
  if (fate.outcome === "survived") survivors++;
  tell({ fate });
}
