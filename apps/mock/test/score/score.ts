import { setImmediate } from "node:timers/promises";
import { type Contract, ContractError, isEqual, readContract } from "@workflow-api/contract";
import { normalForm } from "./equality.ts";
import { type Equivalences, readEquivalences } from "./equivalent.ts";
import { type Mutant, mutantsOf, sampleOf } from "./mutants.ts";
import { type Check, createHunt, type Serve, type Trial, trialsOf } from "./suite.ts";

/** What is scored, and how. */
export interface ScoreOptions {
  readonly contract: Contract;
  /** Serves a mutant: the mock. */
  readonly serve: Serve;
  /** What is demanded of a response. Default: what is demanded of any server. */
  readonly check?: Check;
  /** How many mutants are tried. Default: all. */
  readonly sample?: number;
  /** Decides the sample, and the values that are tried. Default: 1. */
  readonly seed?: number;
}

/** A mutant, and what became of it. */
export interface Fate extends Omit<Mutant, "document"> {
  /**
   * `refused`: the profile does not have it, or it contradicts itself. `same`: it says what the
   * original says.
   * `equivalent`: it survived, and the file beside the contract says why nothing can notice it.
   */
  readonly outcome: "killed" | "survived" | "equivalent" | "same" | "refused";
  /**
   * The title of the case that noticed it, or why it is equivalent or refused; otherwise the empty
   * string.
   */
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
 * Scores the checks: changes one thing of the contract at a time, serves what comes out, and tries
 * on it what was derived from the original. A mutant that nothing notices is a hole in the checks.
 */
export async function runScore(options: ScoreOptions): Promise<Score> {
  const { check, contract, sample, seed = 1, serve } = options;
  const started = performance.now();
  const mutants = mutantsOf(contract.document);
  const chosen = sampleOf(mutants, sample ?? mutants.length, seed);
  const all = trialsOf(contract, seed, check);
  const own = { contract, target: await serve(contract) };
  const failed = new Set<Trial>();
  for (const trial of all) if (await trial.notices(own)) failed.add(trial);
  const hunt = createHunt(all.filter((trial) => !failed.has(trial)));
  const original = normalForm(contract.document);
  const known = readEquivalences(contract);
  const fates: Fate[] = [];
  for (const mutant of chosen) {
    // A signal is heard between two mutants.
    await setImmediate();
    const { change, operator, pointer } = mutant;
    fates.push({
      operator,
      pointer,
      change,
      ...(await fateOf(mutant, original, known, serve, hunt)),
    });
  }
  const seconds = (performance.now() - started) / 1000;
  const titles = [...failed].map(({ title }) => title);
  return {
    fates,
    population: mutants.length,
    trials: all.length - failed.size,
    failed: titles,
    seconds,
  };
}

async function fateOf(
  mutant: Mutant,
  original: ReturnType<typeof normalForm>,
  known: Equivalences,
  serve: Serve,
  hunt: ReturnType<typeof createHunt>,
): Promise<Pick<Fate, "by" | "outcome">> {
  const mutated = read(mutant);
  if (mutated instanceof ContractError)
    return { outcome: "refused", by: mutated.problems[0]?.message ?? "" };
  if (isEqual(normalForm(mutant.document), original)) return { outcome: "same", by: "" };
  const trial = await hunt({ contract: mutated, target: await serve(mutated) }, mutant.pointer);
  if (trial !== undefined) return { outcome: "killed", by: trial.title };
  const reason = known.reasonFor(mutant);
  return reason === undefined
    ? { outcome: "survived", by: "" }
    : { outcome: "equivalent", by: reason };
}

function read({ document }: Mutant): Contract | ContractError {
  try {
    return readContract(document);
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
}
