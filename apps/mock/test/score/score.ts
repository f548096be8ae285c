import { setImmediate } from "node:timers/promises";
import { type Contract, ContractError, isEqual, readContract } from "@workflow-api/contract";
import { normalForm } from "./equality.ts";
import { type Equivalences, readEquivalences } from "./equivalent.ts";
import { type Mutant, mutantsOf, sampleOf } from "./mutants.ts";
import { type Check, createSearch, type Serve, type Trial, trialsOf } from "./suite.ts";

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

/** A mutant, and its outcome. */
export interface MutantResult extends Omit<Mutant, "document"> {
  /**
   * `refused`: the profile does not have it, or it contradicts itself. `same`: it says what the
   * original says.
   * `equivalent`: it survived, and the file beside the contract says why nothing can kill it.
   */
  readonly outcome: "killed" | "survived" | "equivalent" | "same" | "refused";
  /**
   * The title of the case that killed it, or why it is equivalent or refused; otherwise the empty
   * string.
   */
  readonly by: string;
}

/** The outcomes of the mutants of a contract. */
export interface Score {
  readonly results: readonly MutantResult[];
  /** How many mutants the contract has. */
  readonly population: number;
  /** How many cases and responses are tried on each. */
  readonly trials: number;
  /** The cases that the original itself does not pass: they are not tried. */
  readonly failed: readonly string[];
  readonly seconds: number;
}

/**
 * Scores the checks: changes one thing of the contract at a time, serves what comes out, and tries
 * on it what was derived from the original. A mutant that survives is a hole in the checks.
 */
export async function runScore(options: ScoreOptions): Promise<Score> {
  const { check, contract, sample, seed = 1, serve } = options;
  const started = performance.now();
  const mutants = mutantsOf(contract.document);
  const chosen = sampleOf(mutants, sample ?? mutants.length, seed);
  const all = trialsOf(contract, seed, check);
  const own = { contract, target: await serve(contract) };
  const failed = new Set<Trial>();
  for (const trial of all) if (await trial.kills(own)) failed.add(trial);
  const findKiller = createSearch(all.filter((trial) => !failed.has(trial)));
  const original = normalForm(contract.document);
  const known = readEquivalences(contract);
  const results: MutantResult[] = [];
  for (const mutant of chosen) {
    // A signal is heard between two mutants.
    await setImmediate();
    const { change, operator, pointer } = mutant;
    results.push({
      operator,
      pointer,
      change,
      ...(await resultOf(mutant, original, known, serve, findKiller)),
    });
  }
  const seconds = (performance.now() - started) / 1000;
  const titles = [...failed].map(({ title }) => title);
  return {
    results,
    population: mutants.length,
    trials: all.length - failed.size,
    failed: titles,
    seconds,
  };
}

async function resultOf(
  mutant: Mutant,
  original: ReturnType<typeof normalForm>,
  known: Equivalences,
  serve: Serve,
  findKiller: ReturnType<typeof createSearch>,
): Promise<Pick<MutantResult, "by" | "outcome">> {
  const mutated = read(mutant);
  if (mutated instanceof ContractError)
    return { outcome: "refused", by: mutated.problems[0]?.message ?? "" };
  if (isEqual(normalForm(mutant.document), original)) return { outcome: "same", by: "" };
  const trial = await findKiller(
    { contract: mutated, target: await serve(mutated) },
    mutant.pointer,
  );
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
