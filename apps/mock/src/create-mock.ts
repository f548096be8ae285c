import { type Contract, type Operation, type Scenario, selectScenario } from "@workflow-api/contract";
import { credentialNames } from "./credential-names.ts";
import { documentedRefusal } from "./documented-refusal.ts";
import { answerOf, violationsOf } from "./engine/answer-of.ts";
import type { Chosen } from "./engine/derived-operation.ts";
import { createEngine, type Engine } from "./engine/engine.ts";
import { readPreferences } from "./engine/preferences.ts";
import type { PrismOperation } from "./engine/prism.ts";
import { explainCredentials } from "./explain-credentials.ts";
import { explainViolations } from "./explain-violations.ts";
import type { MockAnswer, MockRequest, ScenarioReason } from "./message.ts";
import { preferredAnswer } from "./preferred-answer.ts";
import { type Problem, problemAnswer } from "./problem.ts";
import { rememberAnswers } from "./remember-answers.ts";
import { cookieProblem } from "./request/cookies.ts";
import { falsyProblem } from "./request/falsy-body.ts";
import { ownPaths } from "./request/own-paths.ts";
import { contentProblem } from "./request/parameter-content.ts";
import { partProblem } from "./request/part-types.ts";
import { pathProblem } from "./request/path-style.ts";
import { queryProblem } from "./request/query-judgement.ts";
import { misnamedIn } from "./request/query-shape.ts";
import { type ReadRequest, readRequest } from "./request/read-request.ts";
import { misnamedProblem, preferenceProblem, unreadableProblem } from "./request/refusals.ts";
import { keyOf, route, unrouted } from "./route.ts";
import { scenarioAnswer } from "./scenario-answer.ts";
import { shapeRequest } from "./shape-request.ts";

/** A scenario that is to answer the next valid request of an operation, whatever that matches. */
export type NextScenario = (operation: Operation) => Scenario | undefined;

/** A mock of the service that a contract describes: requests in, answers out, and no socket. */
export interface Mock {
  readonly contract: Contract;
  /** Answers a request. Whatever the request is, there is an answer. */
  answer(request: MockRequest, next?: NextScenario): Promise<MockAnswer>;
}

/** How a mock answers. */
export interface CreateOptions {
  /** Whether to remember answers, which are the same afresh. Default: yes. */
  readonly remember?: boolean;
}

/** Loads a contract into the engine. */
export async function createMock(contract: Contract, { remember = true }: CreateOptions = {}): Promise<Mock> {
  const engine = await createEngine(contract);
  const served = { engine, credentials: credentialNames(contract) };
  const operations = new Map(contract.operations.map((operation) => [keyOf(operation), operation]));
  const paths = ownPaths(contract);
  const answer = async (request: MockRequest, next?: NextScenario): Promise<MockAnswer> => {
    const asked = readRequest(request);
    if ("status" in asked) return problemAnswer(asked);
    try {
      const { read, routed } = await route(engine, paths, asked);
      if (routed instanceof Error) return await unrouted(engine, contract, read, routed);
      return await answerRouted(served, read, routed, operations.get(keyOf(routed)), next);
    } catch (error) {
      return problemAnswer(unreadableProblem(error, asked.headers));
    }
  };
  const remembered = remember ? rememberAnswers(contract, answer) : answer;
  // What a sequence answers is past once it is answered.
  return {
    contract,
    answer: (request, next) => (next === undefined ? remembered(request) : answer(request, next)),
  };
}

/** What answers the requests of a contract. */
interface Served {
  readonly engine: Engine;
  /** The names of what holds credentials, in lower case. */
  readonly credentials: ReadonlySet<string>;
}

/** Security first, then validity, then what the request prefers, then the scenario. */
async function answerRouted(
  { engine, credentials }: Served,
  read: ReadRequest,
  found: PrismOperation,
  operation: Operation | undefined,
  next: NextScenario | undefined,
): Promise<MockAnswer> {
  const { request, routed } = shapeRequest(read, found, operation);
  const asked = readPreferences(read.headers["prefer"], read.target.query);
  const preferences = "wrong" in asked ? undefined : asked.preferences;
  const subject = { operation };
  const misread = read.bodyProblem ?? (operation && pathProblem(operation, read.target.path));
  if (await engine.refuses(request, routed, { validity: misread === undefined })) {
    const result = await engine.answer(request, routed, preferences ?? {});
    const refusal = await answerOf(result, subject);
    return refusal.status === 401
      ? explainCredentials(refusal, read, operation)
      : explainViolations(refusal, violationsOf(result), read, operation, credentials);
  }
  const problem = misread ?? problemOf(engine, read, operation);
  if (problem !== undefined) {
    const refusal = await documentedRefusal(engine, request, routed, problem, subject);
    return explainViolations(refusal, problem.violations ?? [], read, operation, credentials);
  }
  if ("wrong" in asked) return problemAnswer(preferenceProblem(422, asked.wrong), operation?.operationId);
  if (preferences !== undefined) return preferredAnswer(engine, request, routed, preferences, subject);
  const chosen = operation && choose(operation, read, next);
  if (operation !== undefined && chosen !== undefined) {
    return scenarioAnswer(engine, request, routed, operation, chosen, chosen.reason);
  }
  return answerOf(await engine.answer(request, routed, {}), subject);
}

function choose(
  operation: Operation,
  { target, headers, body }: ReadRequest,
  next: NextScenario | undefined,
): (Chosen & { readonly reason: ScenarioReason }) | undefined {
  const selection = selectScenario(operation, { target: target.text, headers, body: body ?? undefined });
  if (selection === undefined) return undefined;
  const { scenario, asked, matched } = selection;
  const told = next?.(operation);
  return told === undefined
    ? { scenario, asked, reason: matched ? "matched" : "default" }
    : { scenario: told, asked, reason: "sequence" };
}

function problemOf(
  { unread }: Engine,
  read: ReadRequest,
  operation: Operation | undefined,
): Problem | undefined {
  if (operation === undefined) return undefined;
  const misnamed = misnamedIn(operation, read.target);
  return misnamed.length === 0
    ? (cookieProblem(operation, read.headers["cookie"]) ??
        contentProblem(operation, read) ??
        queryProblem(operation, read, unread) ??
        falsyProblem(operation, read) ??
        partProblem(operation, read))
    : misnamedProblem(operation, misnamed);
}
