import { type Case, deriveCases, deriveResponses } from "@workflow-api/conformance";
import { type Contract, type HttpResponse, judgeResponse } from "@workflow-api/contract";
import type { createMock } from "../src/index.ts";

/** What is wrong with the response to a case. */
export type Check = (one: Case, response: HttpResponse) => readonly unknown[];

/** A case or a response to try on another contract. */
export interface Trial {
  /** The title of the case or response. */
  readonly title: string;
  readonly pointer: string;
  /** Whether it tells what the mock serves from the original. */
  kills(served: Served): Promise<boolean>;
}

/** A contract and its mock. */
export type Served = ReturnType<typeof createMock>;

/** Everything that is derived from a contract, except what it says nothing of. */
export function trialsOf(contract: Contract, check: Check): Trial[] {
  const cases = deriveCases(contract, { seed: 1 }).filter(({ group }) => group !== "robustness");
  const requests = cases.map((one): Trial => {
    const kills = async ({ respond }: Served): Promise<boolean> =>
      check(one, await respond(one.request)).length > 0;
    return { title: one.title, pointer: one.pointer, kills };
  });
  const responses = deriveResponses(contract).map((one): Trial => {
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

/** The first trial that kills a mutant, beginning with those next to the mutated place. */
export async function findKiller(
  trials: readonly Trial[],
  served: Served,
  pointer: string,
): Promise<Trial | undefined> {
  const nearest = trials.toSorted(
    (one, other) => shared(other.pointer, pointer) - shared(one.pointer, pointer),
  );
  for (const trial of nearest) if (await trial.kills(served)) return trial;
  return undefined;
}

function shared(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
