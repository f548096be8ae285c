import { type Case, createMaker, deriveCases } from "@workflow-api/conformance";
import {
  type Contract,
  type HttpResponse,
  judgeResponse,
  type Operation,
  type ParameterValues,
  pruneIncludes,
  withIncludes,
} from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
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
  return [...requests, ...contract.operations.flatMap(responseTrials)];
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
        const full = maker.sample(shape) ?? null;
        const base = isSuccess ? pruneIncludes(operation, asked, full) : full;
        const values = withIncludes(operation, new Map(), asked);
        const responseOf = (type: string, body: JsonValue): HttpResponse => ({
          status,
          headers: { "content-type": type },
          body: JSON.stringify(body),
        });
        const around = maker.around(shape, base).map((each) => {
          const title = `${each.at} ${each.name}`.trim();
          return { title, pointer: each.pointer, response: responseOf(mediaType, each.value) };
        });
        const other = "application/json";
        const plain = { title: other, pointer: shape.pointer, response: responseOf(other, base) };
        return [...around, plain].map((each) => responseTrial(operation, values, each));
      }),
    ),
  );
}

function responseTrial(
  operation: Operation,
  values: ParameterValues,
  { pointer, response, title }: { pointer: string; response: HttpResponse; title: string },
): Trial {
  const { method, operationId, path } = operation;
  const isAllowed = (judge: Operation): boolean =>
    judgeResponse(judge, response, values).length === 0;
  return {
    title: `${operationId} ${response.status} ${title}`,
    pointer,
    kills: async ({ contract }) => {
      // A template leads where its requests do.
      const found = contract.route(method, path).operation;
      return (found !== undefined && isAllowed(found)) !== isAllowed(operation);
    },
  };
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
