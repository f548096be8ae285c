import { setImmediate } from "node:timers/promises";
import { checkResponse } from "@workflow-api/conformance";
import { type Contract, ContractError, readContract } from "@workflow-api/contract";
import { createMock } from "../src/index.ts";
import { reasonFor } from "./exceptions.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import { type Check, findKiller, type Trial, trialsOf } from "./suite.ts";

const outcomes = ["killed", "survived", "equivalent", "refused"] as const;

/** A mutant, and its outcome. */
export interface MutantResult extends Omit<Mutant, "document"> {
  /**
   * `refused`: the profile does not have it, or it contradicts itself. `equivalent`: it survived,
   * and `exceptions.ts` says why nothing can kill it.
   */
  readonly outcome: (typeof outcomes)[number];
  /**
   * The title of the case that killed it, or why it is equivalent or refused; otherwise the empty
   * string.
   */
  readonly by: string;
}

/** The outcomes of the mutants of a contract. */
export interface Score {
  readonly results: readonly MutantResult[];
  /** How many cases and responses are tried on each. */
  readonly trials: number;
  /** The cases that the original itself does not pass: they are not tried. */
  readonly failed: readonly string[];
}

/**
 * Scores the checks: changes one thing of the contract at a time, serves what comes out, and tries
 * on it what was derived from the original. A mutant that survives is a hole in the checks.
 */
export async function runScore(contract: Contract, check: Check = checkResponse): Promise<Score> {
  const original = createMock(contract);
  const trials: Trial[] = [];
  const failed: string[] = [];
  for (const trial of trialsOf(contract, check)) {
    if (await trial.kills(original)) failed.push(trial.title);
    else trials.push(trial);
  }
  const results: MutantResult[] = [];
  for (const mutant of mutantsOf(contract.document)) {
    // A signal is heard between two mutants.
    await setImmediate();
    const { document: _, ...rest } = mutant;
    results.push({ ...rest, ...(await resultOf(contract, mutant, trials)) });
  }
  return { results, trials: trials.length, failed };
}

async function resultOf(
  contract: Contract,
  mutant: Mutant,
  trials: readonly Trial[],
): Promise<Pick<MutantResult, "by" | "outcome">> {
  const mutated = read(mutant);
  if (mutated instanceof ContractError)
    return { outcome: "refused", by: mutated.problems[0]?.message ?? "" };
  const trial = await findKiller(trials, createMock(mutated), mutant.pointer);
  if (trial !== undefined) return { outcome: "killed", by: trial.title };
  const reason = reasonFor(contract.document, mutant);
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

/** A score for a terminal: how many mutants had each outcome, and each survivor with its line. */
export function scoreText({ failed, results, trials }: Score, contract: Contract): string {
  const counts = outcomes.map(
    (outcome) => `${results.filter((each) => each.outcome === outcome).length} ${outcome}`,
  );
  const survived = results.filter(({ outcome }) => outcome === "survived");
  return [
    ...failed.map((title) => `The original does not pass this, so it is not tried: ${title}`),
    ...survived.map(({ changed, operator, pointer }) => {
      const { file, line } = contract.locate(pointer);
      const text = (JSON.stringify(changed) ?? "nothing").slice(0, 160);
      return `survived: ${operator} → ${text}\n  ${file}:${line} (${pointer})`;
    }),
    `${results.length} mutants, ${trials} trials of each: ${counts.join(", ")}.`,
    "",
  ].join("\n");
}
