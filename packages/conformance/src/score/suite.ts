import type { Contract } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { checkResponse, createJudge, type Judge } from "../check.ts";
import { deriveCases } from "../derive.ts";
import { deriveResponses } from "../responses.ts";
import type { Target } from "../targets.ts";

/** Holds the response to a case to the contract; a mock promises more than any server does. */
export type Check = (
  contract: Contract,
  one: Case,
  response: Awaited<ReturnType<Target["send"]>>,
) => readonly unknown[];

/** A contract as it is served, and as it judges. */
export interface Served {
  readonly target: Target;
  readonly judge: Judge;
}

/** Something to try on a contract that is served. */
export interface Trial {
  /** The title of the case or response. */
  readonly title: string;
  readonly pointer: string;
  /** Whether it tells the contract from the original. */
  notices(served: Served): Promise<boolean>;
}

/** Everything that is derived from a contract. To an odd request no contract says what comes. */
export function trialsOf(contract: Contract, seed: number, check: Check = checkResponse): Trial[] {
  const cases = deriveCases(contract, { seed }).filter(({ expected }) => expected.kind !== "odd");
  return [
    ...cases.map((one): Trial => {
      const { pointer, title } = one;
      const notices = async ({ target }: Served): Promise<boolean> =>
        check(contract, one, await target.send(one.request)).length > 0;
      return { title, pointer, notices };
    }),
    ...deriveResponses(contract, { seed }).map((one): Trial => {
      const { isValid, pointer, title } = one;
      return { title, pointer, notices: async ({ judge }) => (judge.response(one).length === 0) !== isValid };
    }),
  ];
}

/** So many of what noticed the last mutants are tried first: the next mutant is often beside them. */
const remembered = 16;

/**
 * Tries one mutant after the other, and stops at the first thing that notices it. The order decides how soon that is, and
 * nothing else: what stands next to the mutated place comes first.
 *
 * @returns What noticed it. `undefined`: nothing did.
 */
export function createHunt(
  trials: readonly Trial[],
): (served: Served, pointer: string) => Promise<Trial | undefined> {
  let recent: readonly Trial[] = [];
  return async (served, pointer) => {
    const near = trials.toSorted(
      (one, other) => shared(other.pointer, pointer) - shared(one.pointer, pointer),
    );
    for (const trial of new Set([...near.slice(0, 4), ...recent, ...near])) {
      if (!(await trial.notices(served))) continue;
      recent = [trial, ...recent.filter((each) => each !== trial)].slice(0, remembered);
      return trial;
    }
    return undefined;
  };
}

function shared(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** Makes of a contract what is tried. */
export async function serveWith(
  serve: (contract: Contract) => Target | Promise<Target>,
  contract: Contract,
): Promise<Served> {
  return { target: await serve(contract), judge: createJudge(contract) };
}
