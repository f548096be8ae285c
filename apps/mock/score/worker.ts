import { parentPort, workerData } from "node:worker_threads";
import { type Group, uncheckedBodies } from "@workflow-api/conformance";
import { disjoint, type Mutant, mutantsOf, rewritesOf, together } from "@workflow-api/conformance/score";
import { loadContract } from "@workflow-api/contract";
import { createOriginal } from "./original.ts";
import { type Fate, tryMutant } from "./try-mutant.ts";

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
  /** About so many of the documents that hold the rewrites, of all shares together; 0: all. */
  readonly rewrites: number;
  /** The seeds under which the original has to pass too. */
  readonly seeds: readonly number[];
}

/** What a worker has before it. Of every worker but the size it is the same. */
export interface Outset {
  readonly size: number;
  /** How many mutants the contract has. */
  readonly population: number;
  /** How many cases and answers are tried on each. */
  readonly suite: {
    readonly cases: number;
    readonly answers: number;
    /** The groups that have a case at all. */
    readonly groups: readonly Group[];
  };
  readonly failed: readonly string[];
  /** The bodies that are not held to their schemas, each with its operation and the reason. */
  readonly unchecked: readonly string[];
}

/** What a worker tells: what it has before it, what became of a mutant or of a rewrite, what another seed shows. */
export type Told =
  | { readonly outset: Outset }
  | { readonly fate: Fate }
  | { readonly rewritten: Rewritten }
  | { readonly seeded: Seeded };

/** What became of rewrites that were tried in one document. */
export interface Rewritten {
  readonly count: number;
  /** Those that are noticed, which none may be. */
  readonly noticed: readonly Fate[];
}

/** What the original does not pass under another seed. */
export interface Seeded {
  readonly seed: number;
  readonly failed: readonly string[];
}

const work: Work = workerData;
const port = parentPort;
if (port === null) throw new Error("This runs as a worker of score.ts.");
const tell = (told: Told): void => port.postMessage(told);

const contract = await loadContract(work.contract);
const original = await createOriginal(contract, work.seed);
const mutants = mutantsOf(contract.document);
const own = shareOf(mutants, work.sample);
const rewrites = shareOf(disjoint(rewritesOf(contract.document)), work.rewrites);
const seeds = shareOf(work.seeds, 0);
tell({
  outset: {
    size: own.length + rewrites.length + seeds.length,
    population: mutants.length,
    suite: {
      cases: original.suite.cases.length,
      answers: original.suite.answers.length,
      groups: [...new Set(original.suite.cases.map(({ group }) => group))],
    },
    failed: original.failed,
    unchecked: contract.operations.flatMap((operation) =>
      uncheckedBodies(operation).map((body) => `${operation.operationId} ${body}`),
    ),
  },
});
for (const mutant of own) tell({ fate: await tryMutant(original, mutant, { all: work.all }) });
// A rewrite is the same by its form, and is tried all the same.
const formless = { ...original, wire: "" };
for (const group of rewrites) tell({ rewritten: { count: group.length, noticed: await noticedOf(group) } });
for (const seed of seeds) tell({ seeded: { seed, failed: (await createOriginal(contract, seed)).failed } });

/** Those of a group that are noticed: none if the document with all of them is not. */
async function noticedOf(group: readonly Mutant[]): Promise<Fate[]> {
  const fate = await tryMutant(formless, together(contract.document, group), { all: false });
  if (fate.outcome === "survived") return [];
  if (group.length === 1) return [fate];
  const half = Math.ceil(group.length / 2);
  const found = [...(await noticedOf(group.slice(0, half))), ...(await noticedOf(group.slice(half)))];
  return found.length > 0 ? found : [fate];
}

function shareOf<T>(all: readonly T[], sample: number): T[] {
  const every = sample > 0 ? Math.max(1, Math.floor(all.length / sample)) : 1;
  return all
    .filter((_, index) => index % every === 0)
    .filter((_, index) => index % work.shares === work.share);
}
