import type { Case } from "@workflow-api/conformance";
import {
  createDraft,
  createMaker,
  deriveCases,
  type Failure,
  NoResponse,
  randomCases,
} from "@workflow-api/conformance";
import type { Operation, SecurityScheme } from "@workflow-api/contract";
import fc from "fast-check";
import { createChanges } from "./changes.ts";
import { adviceOn, isTried } from "./coverage.ts";
import { evaluate, findingsOf, resultOf } from "./evaluate.ts";
import { randomTitle } from "./options.ts";
import { isValid, isWanted, type Plan, planRun } from "./plan.ts";
import { createRepeater } from "./repeat.ts";
import type { EvaluatedResult, VerifyReport } from "./report.ts";
import { createSession, isRead, type Run, type SentRequest, type Session } from "./session.ts";
import { summarize } from "./summary.ts";

const tooSlow = "its operation responds too late";

/** Checks a server against its contract: derives cases, sends them, and checks the responses. */
export async function verify(given: Run): Promise<VerifyReport> {
  const { contract, secrets, seed } = given;
  // Any security requirement will do.
  const hasSecret = ({ name }: SecurityScheme): boolean => secrets[name] !== undefined;
  const data = { hasSecret, ...given.data };
  const run = { ...given, data };
  const plan = planRun(run, deriveCases(contract, { data, seed }));
  const session = createSession(run, plan.cases.length - plan.reasons.size);
  const failure = await probe(session, plan);
  const found = failure === undefined ? await tryAll(session, plan) : new Map();
  const problem = failure ?? session.problem();
  const notSent = (testCase: Case): EvaluatedResult =>
    resultOf(testCase, {
      note: plan.reasons.get(testCase) ?? problem ?? tooSlow,
      outcome: testCase.flaw === undefined ? "skipped" : "inconclusive",
    });
  const results: EvaluatedResult[] = [
    ...plan.cases.map((testCase) => found.get(testCase) ?? notSent(testCase)),
    ...contract.operations.flatMap((operation) => found.get(operation) ?? []),
  ];
  return summarize(session, plan, results, problem);
}

/**
 * Sends a valid request of each operation first.
 *
 * @returns What they all fail by, in a sentence: every further case would fail by that, too.
 */
async function probe(session: Session, { phases }: Plan): Promise<string | undefined> {
  const sendable = phases.flatMap(({ cases }) => cases);
  const valid = sendable.filter((testCase) => isRead(testCase.request) && isValid(testCase));
  const probes = [...new Map(valid.toReversed().map((each) => [each.operation, each])).values()];
  await session.sendAll(probes.length > 0 ? probes : sendable.slice(0, 1));
  if (session.problem() !== undefined) return undefined;
  const sent = [...session.sent.values()];
  // A success without credentials is no help if everything else is refused.
  const secured = sent.filter(({ testCase }) => testCase.schemes.length > 0);
  const isRefused = secured.every(({ status }) => status === 401 || status === 403);
  const [first, ...others] = isRefused && secured.length > 0 ? secured : sent;
  if (first === undefined || others.some(({ status }) => status !== first.status)) return undefined;
  if (first.received instanceof NoResponse) {
    // A running server responds to an unknown path, too.
    const unknown = sendable.find(
      ({ expected, request }) => isRead(request) && expected.kind === "unknown",
    );
    if (unknown && (await session.send(unknown))?.status !== undefined) return undefined;
    const { failure, message } = first.received;
    return `No response came to ${message}.${adviceOnSilence(failure, session.run.baseUrl)}`;
  }
  const { operation } = first.testCase;
  const isAdvised = operation !== undefined && isValid(first.testCase);
  const advice = isAdvised ? adviceOn(session, operation, first.status) : "";
  const which = isRefused && secured.length > 0 ? " with credentials" : "";
  return advice === "" ? undefined : `Every valid request${which} got ${first.status}${advice}`;
}

function adviceOnSilence(failure: Failure, baseUrl: string): string {
  if (failure === "refused") return " Is the server running?";
  if (failure === "late") return " If it takes longer, raise --timeout.";
  const isPlain = failure === "closed" && baseUrl.startsWith("http:");
  return isPlain ? " If the port expects TLS, use an https URL." : "";
}

/** Sends everything, phase by phase: the results of cases, and of random requests. */
async function tryAll(
  session: Session,
  { phases }: Plan,
): Promise<ReadonlyMap<Case | Operation, EvaluatedResult>> {
  const results = new Map<Case | Operation, EvaluatedResult>();
  const repeated = createRepeater(session);
  const changes = createChanges();
  for (const { cases, concurrency, operations } of phases) {
    await session.sendAll(cases, concurrency);
    const sent = cases.flatMap((testCase) => session.sent.get(testCase) ?? []);
    sent.forEach(changes.add);
    for (const each of sent) {
      const result = changes.mark(each, evaluate(session.run, each));
      results.set(each.testCase, await repeated(each, result));
    }
    for (const operation of operations.filter((each) => isExplored(session, each))) {
      const result = await explore(session, operation);
      if (result !== undefined) results.set(operation, result);
    }
  }
  return results;
}

/**
 * Random requests show nothing about an operation whose valid requests do not succeed, unless
 * `--only` selects no others.
 */
function isExplored(session: Session, operation: Operation): boolean {
  const { problem, run, sent } = session;
  const title = randomTitle(operation.operationId, run.seed);
  const isSelected = run.explore > 0 && isWanted(run, title, "random");
  const isAlone = [...sent.keys()].every((testCase) => testCase.operation !== operation);
  return isSelected && problem() === undefined && (isAlone || isTried(operation, session));
}

/** How many requests are spent on finding a smaller request that fails. */
const mostShrinking = 200;

/**
 * Sends random requests of an operation: valid ones, and ones that are broken in one part. A
 * failing request is shrunk to the smallest that fails, unless it may write.
 */
async function explore(
  { run, send }: Session,
  operation: Operation,
): Promise<EvaluatedResult | undefined> {
  const draft = createDraft(run.contract, operation, createMaker(run.seed), run.data);
  if (draft.schemes.some(({ name }) => run.secrets[name] === undefined)) return undefined;
  const title = randomTitle(operation.operationId, run.seed);
  const cases = randomCases(draft, title);
  if (cases === undefined) return undefined;
  const started = performance.now();
  let failed: SentRequest | undefined;
  let left = Number.POSITIVE_INFINITY;
  const conforms = fc.asyncProperty(cases, async (testCase) => {
    const sent = left-- <= 0 ? undefined : await send(testCase);
    if (sent === undefined || findingsOf(run, sent).length === 0) return true;
    // The last failing one is the smallest. Shrinking stops where the server does not respond,
    // since each further request could wait as long.
    left = sent.status === undefined ? 0 : Math.min(left, mostShrinking);
    failed = sent;
    return false;
  });
  const options = { seed: run.seed, numRuns: run.explore, endOnFailure: !isRead(operation) };
  const { errorInstance } = await fc.check(conforms, options);
  if (errorInstance instanceof Error && failed === undefined) throw errorInstance;
  const duration = performance.now() - started;
  if (failed !== undefined)
    return { ...evaluate(run, failed), group: "random", duration, scopes: [] };
  return resultOf({ operation, title, group: "random" }, { outcome: "passed", duration });
}
