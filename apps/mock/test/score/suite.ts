import type { Case, Target } from "@workflow-api/conformance";
import { checkResponse, deriveCases, deriveResponses } from "@workflow-api/conformance";
import { type Contract, type HttpResponse, judgeResponse } from "@workflow-api/contract";

/** What is wrong with the response to a case; a mock promises more than any server does. */
export type Check = (contract: Contract, one: Case, response: HttpResponse) => readonly unknown[];

/** Serves a contract. */
export type Serve = (contract: Contract) => Target | Promise<Target>;

/** A contract and what serves it. */
export interface Served {
  readonly contract: Contract;
  readonly target: Target;
}

/** A case or a response to try on a served contract. */
export interface Trial {
  /** The title of the case or response. */
  readonly title: string;
  readonly pointer: string;
  /** Whether it tells the contract from the original. */
  kills(served: Served): Promise<boolean>;
}

/** Everything that is derived from a contract, except what it says nothing of. */
export function trialsOf(contract: Contract, seed: number, check: Check = checkResponse): Trial[] {
  const cases = deriveCases(contract, { seed }).filter(({ group }) => group !== "robustness");
  const requests = cases.map((one): Trial => {
    const kills = async ({ target }: Served): Promise<boolean> =>
      check(contract, one, await target.send(one.request)).length > 0;
    return { title: one.title, pointer: one.pointer, kills };
  });
  const responses = deriveResponses(contract, { seed }).map((one): Trial => {
    const { method, path } = one.operation;
    const kills = async ({ contract: other }: Served): Promise<boolean> => {
      // A template leads where its requests do.
      const { operation } = other.route(method, path);
      const refusals = operation && judgeResponse(operation, one.response, one.values);
      return (refusals?.length === 0) !== one.isValid;
    };
    return { title: one.title, pointer: one.pointer, kills };
  });
  return [...requests, ...responses];
}

/**
 * Tries one mutant after the other, and stops at the first trial that kills it. What is next to
 * the mutated place comes first, and what killed the last mutants. The order decides how soon that
 * is, and nothing else.
 */
export function createSearch(
  trials: readonly Trial[],
): (served: Served, pointer: string) => Promise<Trial | undefined> {
  let recent: readonly Trial[] = [];
  return async (served, pointer) => {
    const nearest = trials.toSorted(
      (one, other) => shared(other.pointer, pointer) - shared(one.pointer, pointer),
    );
    for (const trial of new Set([...nearest.slice(0, 4), ...recent, ...nearest])) {
      if (!(await trial.kills(served))) continue;
      recent = [trial, ...recent.filter((each) => each !== trial)].slice(0, 16);
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
