import { type Contract, ContractError, isEqual, readContract } from "@workflow-api/contract";
import type { Target } from "../targets.ts";
import { normalForm } from "./equality.ts";
import { equivalence } from "./equivalent.ts";
import { type Mutant, mutantsOf, sampleOf } from "./mutants.ts";
import { type Check, createHunt, serveWith, type Trial, trialsOf } from "./suite.ts";

/** What is scored, and how. */
export interface ScoreOptions {
  readonly contract: Contract;
  /** Serves a mutant: the mock. */
  serve(mutant: Contract): Target | Promise<Target>;
  /** What is demanded of a response. Default: what is demanded of any server. */
  readonly check?: Check;
  /** How many mutants are tried. Default: all. */
  readonly sample?: number;
  /** Decides the sample, and the values that are tried. Default: 1. */
  readonly seed?: number;
  /** Hears how far it is. */
  progress?(done: number, all: number): void;
}

/**
 * What became of a mutant. `refused`: the profile does not have it, or it contradicts itself. `same`: it says what the
 * original says. `equivalent`: it survived, and a table says why nothing can notice it.
 */
export type Outcome = "killed" | "survived" | "equivalent" | "same" | "refused";

/** A mutant, and what became of it. */
export interface Fate extends Omit<Mutant, "document"> {
  readonly outcome: Outcome;
  /** The title of the case that noticed it, or why it is equivalent; otherwise the empty string. */
  readonly by: string;
}

/** What the checks notice of the mutants of a contract. */
export interface Score {
  readonly fates: readonly Fate[];
  /** How many mutants the contract has. */
  readonly population: number;
  /** How many cases and responses are tried on each. */
  readonly trials: number;
  /** The cases that the original itself does not pass: they are left out, and prove nothing. */
  readonly failed: readonly string[];
  readonly seconds: number;
}

/**
 * Scores the checks: changes one thing of the contract at a time, serves what comes out, and tries on it what was derived
 * from the original. A mutant that nothing notices is a hole in the checks.
 */
export async function runScore({
  check,
  contract,
  progress,
  sample,
  seed = 1,
  serve,
}: ScoreOptions): Promise<Score> {
  const started = performance.now();
  const mutants = mutantsOf(contract.document);
  const chosen = sampleOf(mutants, sample ?? mutants.length, seed);
  const { failed, trials } = await proved(trialsOf(contract, seed, check), contract, serve);
  const hunt = createHunt(trials);
  const original = normalForm(contract.document);
  const fates: Fate[] = [];
  for (const { document, ...mutant } of chosen) {
    fates.push({ ...mutant, ...(await fateOf({ document, ...mutant })) });
    progress?.(fates.length, chosen.length);
  }
  return {
    fates,
    population: mutants.length,
    trials: trials.length,
    failed,
    seconds: (performance.now() - started) / 1000,
  };

  async function fateOf(mutant: Mutant): Promise<Pick<Fate, "by" | "outcome">> {
    const mutated = loaded(mutant);
    if (typeof mutated === "string") return { outcome: "refused", by: mutated };
    if (isEqual(normalForm(mutant.document), original)) return { outcome: "same", by: "" };
    const trial = await hunt(await serveWith(serve, mutated), mutant.pointer);
    if (trial !== undefined) return { outcome: "killed", by: trial.title };
    const reason = equivalence(mutant);
    return reason === undefined ? { outcome: "survived", by: "" } : { outcome: "equivalent", by: reason };
  }
}

/** The mutant, or why it is none of the profile. */
function loaded({ document }: Mutant): Contract | string {
  try {
    return readContract(document);
  } catch (error) {
    if (error instanceof ContractError) return error.problems[0]?.message ?? "";
    throw error;
  }
}

/** The trials that the original passes. */
async function proved(
  trials: readonly Trial[],
  contract: Contract,
  serve: ScoreOptions["serve"],
): Promise<{ trials: Trial[]; failed: string[] }> {
  const served = await serveWith(serve, contract);
  const noticed = new Set<Trial>();
  for (const trial of trials) if (await trial.notices(served)) noticed.add(trial);
  return {
    trials: trials.filter((trial) => !noticed.has(trial)),
    failed: [...noticed].map(({ title }) => title),
  };
}
