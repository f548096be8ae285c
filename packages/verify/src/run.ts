import type { Case } from "@workflow-api/conformance";
import {
  createBaseRequest,
  createMaker,
  deriveCases,
  type Failure,
  NoResponse,
  randomCases,
} from "@workflow-api/conformance";
import type { Operation, SecurityScheme } from "@workflow-api/contract";
import { uniqueBy } from "@workflow-api/contract/json";
import fc from "fast-check";
import { excuseConsequence, isChange } from "./changes.ts";
import { type EvaluatedResult, evaluate, findingsOf } from "./evaluate.ts";
import { markIntermittent, repeatFailures } from "./intermittent.ts";
import { randomTitle } from "./options.ts";
import { isValid, isWanted, type Plan, planRun, usualConcurrency } from "./plan.ts";
import type { VerifyReport } from "./report.ts";
import { createSession, isRead, type Run, type SentRequest, type Session } from "./session.ts";
import { summarize } from "./summary.ts";
import { adviceOn, isTried } from "./untried.ts";

/** Checks a server against its contract: derives cases, sends them, and checks the responses. */
export async function verify(given: Run): Promise<VerifyReport> {
  const { contract, secrets, seed } = given;
  // Any security requirement will do.
  const hasSecret = ({ name }: SecurityScheme): boolean => secrets[name] !== undefined;
  const data = { hasSecret, ...given.data };
  const run = { ...given, data };
  const plan = planRun(run, deriveCases(contract, { data, seed }));
  const session = createSession(run);
  run.onStart();
  const failure = await probe(session, plan);
  const results = failure === undefined ? await tryAll(session, plan) : [];
  const problem = failure ?? session.problem();
  const found = new Map(results.map((result) => [result.testCase, result]));
  const notSent = (testCase: Case): EvaluatedResult => ({
    testCase,
    group: testCase.group,
    outcome: testCase.flaw === undefined ? "skipped" : "inconclusive",
    findings: [],
    note: plan.reasons.get(testCase) ?? problem ?? "its operation responds too late",
  });
  const ofCases = plan.cases.map((testCase) => found.get(testCase) ?? notSent(testCase));
  const random = results.filter(({ group }) => group === "random");
  return summarize(session, plan, [...ofCases, ...random], problem);
}

/**
 * Sends a valid request of each operation first.
 *
 * @returns What they all fail by, in a sentence: every further case would fail by that, too.
 */
async function probe(session: Session, { phases }: Plan): Promise<string | undefined> {
  const sendable = phases.flatMap(({ cases }) => cases);
  const reads = sendable.filter((testCase) => isRead(testCase.request) && isValid(testCase));
  const probes = uniqueBy(reads, ({ operation }) => operation);
  await session.sendAll(probes.length > 0 ? probes : sendable.slice(0, 1), usualConcurrency);
  if (session.problem() !== undefined) return undefined;
  const all = [...session.sent.values()];
  // What needs no credentials succeeds without them.
  const isRefused = all.some(({ status }) => status === 401 || status === 403);
  const probed = isRefused ? all.filter(({ testCase }) => testCase.schemes.length > 0) : all;
  const [first] = probed;
  if (first === undefined || probed.some(({ status }) => status !== first.status)) return undefined;
  if (first.received instanceof NoResponse) {
    // A running server responds to an unknown path, too.
    const unknown = sendable.find(
      ({ expected, request }) => isRead(request) && expected.kind === "unknown",
    );
    if (unknown && (await session.send(unknown))?.status !== undefined) return undefined;
    const { failure, message } = first.received;
    return `No response came to ${message}.${adviceOnSilence(failure, session.run.baseUrl)}`;
  }
  const valid = probed.filter(({ testCase }) => isValid(testCase));
  const advice = valid.map((each) => adviceOn(session, each)).find((each) => each !== "");
  const which = isRefused ? " with credentials" : "";
  return advice && `Every valid request${which} got ${first.status}${advice}.`;
}

function adviceOnSilence(failure: Failure, baseUrl: string): string {
  if (failure === "refused") return " Is the server running?";
  if (failure === "late") return " If it takes longer, raise --timeout.";
  const isPlain = failure === "closed" && baseUrl.startsWith("http:");
  return isPlain ? " If the port expects TLS, use an https URL." : "";
}

/** Sends everything, phase by phase: the results of cases, and of random requests. */
async function tryAll(session: Session, { phases }: Plan): Promise<EvaluatedResult[]> {
  const results: EvaluatedResult[] = [];
  const repeated = new Map<string, boolean>();
  const changes: SentRequest[] = [];
  for (const { cases, concurrency, operations } of phases) {
    await session.sendAll(cases, concurrency);
    const sent = cases.flatMap((testCase) => session.sent.get(testCase) ?? []);
    changes.push(...sent.filter(isChange));
    const found = sent.map((each) => excuseConsequence(evaluate(session.run, each), changes));
    await repeatFailures(session, found, repeated);
    results.push(...found);
    for (const operation of operations.filter((each) => isExplored(session, each)))
      results.push(...(await explore(session, operation)));
  }
  return markIntermittent(results, repeated);
}

/**
 * Random requests show nothing about an operation whose valid requests do not succeed, unless
 * `--only` selects no others.
 */
function isExplored(session: Session, operation: Operation): boolean {
  const { problem, run, sent } = session;
  const title = randomTitle(operation.operationId, run.seed);
  if (run.explore === 0 || problem() !== undefined || !isWanted(run, title, "random")) return false;
  const isAlone = [...sent.keys()].every((testCase) => testCase.operation !== operation);
  return isAlone || isTried(operation, session);
}

/** How many requests are spent on finding a smaller request that fails. */
const mostShrinking = 200;

/**
 * Sends random valid requests of an operation. A failing one is shrunk to the smallest that fails,
 * unless it may write.
 *
 * @returns Their result. Empty: it has no valid request.
 */
async function explore({ run, send }: Session, operation: Operation): Promise<EvaluatedResult[]> {
  const base = createBaseRequest(run.contract, operation, createMaker(run.seed), run.data);
  const title = randomTitle(operation.operationId, run.seed);
  const cases = randomCases(base, title);
  const isSecret = base.schemes.some(({ name }) => run.secrets[name] === undefined);
  if (isSecret || cases === undefined) return [];
  // The smallest request that fails, or else the last one.
  let decisive: SentRequest | undefined;
  let left: number | undefined;
  const conforms = fc.asyncProperty(cases, async (testCase) => {
    if (left !== undefined && left-- <= 0) return true;
    const sent = await send(testCase);
    const isFailing = sent !== undefined && findingsOf(sent).length > 0;
    if (isFailing || left === undefined) decisive = sent ?? decisive;
    // Shrinking stops where the server does not respond: each further request could wait as long.
    if (isFailing) left = sent.status === undefined ? 0 : (left ?? mostShrinking);
    return !isFailing;
  });
  const options = { seed: run.seed, numRuns: run.explore, endOnFailure: !isRead(operation) };
  const { errorInstance } = await fc.check(conforms, options);
  if (errorInstance instanceof Error && left === undefined) throw errorInstance;
  return decisive === undefined ? [] : [{ ...evaluate(run, decisive), group: "random" }];
}
