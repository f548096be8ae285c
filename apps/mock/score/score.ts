import { setImmediate } from "node:timers/promises";
import { type Case, checkResponse, createMaker, deriveCases } from "@workflow-api/conformance";
import {
  type Contract,
  ContractError,
  type HttpResponse,
  judgeResponse,
  type Operation,
  pruneIncludes,
  readContract,
  withIncludes,
} from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import { createMock, type Mock } from "../src/index.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";

/** The mutants of a contract: those that no trial kills are holes in the checks. */
export interface Score {
  readonly survived: readonly Mutant[];
  readonly killed: number;
  /** How many the profile does not have, or contradict themselves. */
  readonly refused: number;
}

/** A case or a response to try on another contract. */
interface Trial {
  readonly pointer: string;
  /** Whether it tells what a mock serves from the original. */
  kills(mock: Mock): Promise<boolean>;
}

/** What is wrong with the response to a case. */
type Check = (testCase: Case, response: HttpResponse) => readonly unknown[];

/**
 * Scores the checks: changes one thing of the contract at a time, serves what comes out, and tries
 * on it what was derived from the original.
 *
 * @throws {Error} The original does not pass a trial.
 */
export async function runScore(contract: Contract, check: Check = checkResponse): Promise<Score> {
  const trials = [...caseTrials(contract, check), ...contract.operations.flatMap(responseTrials)];
  const original = createMock(contract);
  for (const { kills, pointer } of trials)
    if (await kills(original)) throw new Error(`The original does not pass the case of ${pointer}`);
  const survived: Mutant[] = [];
  let refused = 0;
  const mutants = mutantsOf(contract.document);
  for (const mutant of mutants) {
    // A signal is heard between two mutants.
    await setImmediate();
    const mutated = read(mutant);
    if (mutated === undefined) refused++;
    else if (!(await isKilled(createMock(mutated), mutant, trials))) survived.push(mutant);
  }
  return { survived, killed: mutants.length - survived.length - refused, refused };
}

function read({ document }: Mutant): Contract | undefined {
  try {
    return readContract(document);
  } catch (error) {
    if (error instanceof ContractError) return undefined;
    throw error;
  }
}

/** Begins with the trials next to the mutated place. */
async function isKilled(
  mock: Mock,
  { pointer }: Mutant,
  trials: readonly Trial[],
): Promise<boolean> {
  const distance = (trial: Trial): number => -sharedLength(trial.pointer, pointer);
  const nearest = trials.toSorted((a, b) => distance(a) - distance(b));
  for (const { kills } of nearest) if (await kills(mock)) return true;
  return false;
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** The cases of a contract, except those that it says nothing of. */
function caseTrials(contract: Contract, check: Check): Trial[] {
  const cases = deriveCases(contract, { seed: 1 }).filter(({ group }) => group !== "robustness");
  return cases.map((each) => ({
    pointer: each.pointer,
    kills: async ({ respond }) => check(each, await respond(each.request)).length > 0,
  }));
}

const maker = createMaker();

/**
 * The documented responses with the values around a sample of each body, with all that a request
 * can include and without it. A mutant of the contract shall allow the same ones.
 */
function responseTrials(operation: Operation): Trial[] {
  const { includes, responses } = operation;
  return responses.flatMap(({ content, isSuccess, status }) =>
    content.flatMap(({ mediaType, shape }) =>
      (isSuccess && includes.length > 0 ? [includes, []] : [[]]).flatMap((asked) => {
        const sample = maker.sample(shape) ?? null;
        const base = isSuccess ? pruneIncludes(operation, asked, sample) : sample;
        const trialOf = (pointer: string, type: string, body: JsonValue): Trial => {
          const headers = { "content-type": type };
          const response = { status, headers, body: JSON.stringify(body) };
          return responseTrial(operation, asked, pointer, response);
        };
        const around = maker.around(shape, base);
        return [
          ...around.map(({ pointer, value }) => trialOf(pointer, mediaType, value)),
          trialOf(shape.pointer, "application/json", base),
        ];
      }),
    ),
  );
}

function responseTrial(
  operation: Operation,
  asked: Operation["includes"],
  pointer: string,
  response: HttpResponse,
): Trial {
  const { method, path } = operation;
  const values = withIncludes(operation, new Map(), asked);
  const isAllowed = (by: Operation): boolean => judgeResponse(by, response, values).length === 0;
  return {
    pointer,
    kills: async ({ contract }) => {
      // A template leads where its requests do.
      const found = contract.route(method, path).operation;
      return (found !== undefined && isAllowed(found)) !== isAllowed(operation);
    },
  };
}

/** A score for a terminal, with each survivor and its line. */
export function scoreText({ killed, refused, survived }: Score, contract: Contract): string {
  const lines = survived.map(({ changed, pointer }) => {
    const { file, line } = contract.locate(pointer);
    const text = (JSON.stringify(changed) ?? "nothing").slice(0, 160);
    return `survived: ${text}\n  ${file}:${line} (${pointer})`;
  });
  const counts = `${killed} killed, ${survived.length} survived, ${refused} refused`;
  return [...lines, `Mutants: ${counts}.`].join("\n");
}
