import {
  type Contract,
  isJson,
  type JsonValue,
  type MediaType,
  type Operation,
  type Response,
} from "@workflow-api/contract";
import fc from "fast-check";
import type { Target } from "./case.ts";
import { isPassedOn } from "./check-judgement.ts";
import { baseRequest, createDerivation, sendable } from "./derivation.ts";
import type { ExploreOptions } from "./explore-requests.ts";
import { sampleAnswer } from "./sample-answer.ts";
import { arbitraryOf } from "./schema/arbitrary.ts";
import { spoilt } from "./schema/spoilt.ts";
import { agreedValid } from "./schema/values.ts";
import type { SchemaWorld } from "./schema/worlds.ts";

/** The smallest random answer that a judge of answers sees otherwise than the contract. */
export interface AnswerCounterexample {
  readonly operation: Operation;
  readonly response: Response;
  readonly body: JsonValue;
  /** Whether the contract allows it. */
  readonly allowed: boolean;
  readonly seed: number;
  readonly path: string;
}

/**
 * Tries random bodies of every response, valid and spoilt ones, on a judge of answers.
 * @param judge See `Target`.
 * @returns One counterexample for each body that has any.
 */
export async function exploreAnswers(
  contract: Contract,
  judge: Target,
  { runs = 100, ...options }: ExploreOptions = {},
): Promise<AnswerCounterexample[]> {
  const derivation = createDerivation(contract, options);
  const world = derivation.answerWorld;
  const found: AnswerCounterexample[] = [];
  for (const operation of contract.operations.filter(({ method }) => method !== "HEAD")) {
    const request = sendable(derivation, operation, baseRequest(derivation, operation));
    for (const response of operation.responses) {
      for (const media of response.content.filter(({ mediaType }) => isJson(mediaType))) {
        const counterexample = await exploreBody(world, media, runs, async (body) => {
          const answer = sampleAnswer(world, response, media, body);
          return isPassedOn(answer, await judge.send({ request, answer }));
        });
        if (counterexample !== undefined) found.push({ operation, response, ...counterexample });
      }
    }
  }
  return found;
}

async function exploreBody(
  world: SchemaWorld,
  media: MediaType,
  runs: number,
  allows: (body: JsonValue) => Promise<boolean>,
): Promise<Pick<AnswerCounterexample, "body" | "allowed" | "seed" | "path"> | undefined> {
  const made = arbitraryOf(world, [media]);
  const agrees = fc.asyncProperty(fc.oneof(made, spoilt(made)), async (body) => {
    const allowed = agreedValid(world, media, body);
    return allowed === undefined || (await allows(body)) === allowed;
  });
  const { seed } = world;
  const { counterexample, counterexamplePath } = await fc.check(agrees, { seed, numRuns: runs });
  if (counterexample === null) return undefined;
  const [body] = counterexample;
  return { body, allowed: agreedValid(world, media, body) === true, seed, path: counterexamplePath ?? "" };
}
