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
import { adviceOn, isTried } from "./coverage.ts";
import { findingsOf, judge, resultOf } from "./judge.ts";
import { isValid, isWanted, type Plan, planRun } from "./plan.ts";
import type { Report, Result } from "./report.ts";
import { createSession, isRead, type Run, type Sent, type Session } from "./session.ts";
import { createShortener } from "./shorten.ts";
import { summarize } from "./summary.ts";

/** Checks a server against its contract: derives cases, sends them, and checks the responses. */
export async function verify(given: Run): Promise<Report> {
  const { contract, lenient, secrets, seed } = given;
  // Any security requirement will do.
  const hasSecret = ({ name }: SecurityScheme): boolean => secrets[name] !== undefined;
  const data = { hasSecret, ...given.data };
  const run = { ...given, data };
  const plan = planRun(run, deriveCases(contract, { data, lenient, seed }));
  const session = createSession(run, plan.cases.length - plan.reasons.size);
  const failure = await probe(session, plan);
  const found =
    failure === undefined ? await tryAll(session, plan) : new Map<Case | Operation, Result>();
  const problem = failure ?? session.problem();
  const results = [
    ...plan.cases.map(
      (one) => found.get(one) ?? resultOf(one, { note: plan.reasons.get(one) ?? problem ?? "" }),
    ),
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
  const valid = sendable.filter((one) => isRead(one.request) && isValid(one));
  const probes = [...new Map(valid.toReversed().map((one) => [one.operation, one])).values()];
  await session.sendAll(probes.length > 0 ? probes : sendable.slice(0, 1));
  if (session.problem() !== undefined) return undefined;
  const sent = [...session.sent.values()];
  // A success without credentials is no help if everything else is refused.
  const secured = sent.filter(({ one }) => one.schemes.length > 0);
  const isRefused = secured.every(({ status }) => status === 401 || status === 403);
  const [first, ...others] = isRefused && secured.length > 0 ? secured : sent;
  if (first === undefined || others.some(({ status }) => status !== first.status)) return undefined;
  if (first.came instanceof NoResponse) {
    // A running server responds to an unknown path, too.
    const other = sendable.find((one) => isRead(one.request) && one.expected.kind === "unknown");
    if (other && (await session.ask(other))?.status !== undefined) return undefined;
    const { failure, message } = first.came;
    return `No response came to ${message}.${adviceOnSilence(failure, session.run.baseUrl)}`;
  }
  const { operation } = first.one;
  const advice = operation && isValid(first.one) ? adviceOn(session, operation, first.status) : "";
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
): Promise<ReadonlyMap<Case | Operation, Result>> {
  const results = new Map<Case | Operation, Result>();
  const shorten = createShortener(session);
  for (const { cases, concurrency, operations } of phases) {
    await session.sendAll(cases, concurrency);
    for (const one of cases) {
      const sent = session.sent.get(one);
      if (sent !== undefined) results.set(one, await shorten(sent, judge(session.run, sent)));
    }
    for (const operation of operations)
      if (isExplored(session, operation)) results.set(operation, await explore(session, operation));
  }
  return results;
}

/** Random requests show nothing about an operation whose valid requests do not succeed. */
function isExplored(session: Session, operation: Operation): boolean {
  const { problem, run } = session;
  const isAsked = run.explore > 0 && isWanted(run, randomTitle(operation), "random");
  return isAsked && problem() === undefined && isTried(operation, session);
}

/** How many requests are spent on finding a smaller request that fails. */
const maxShrinking = 200;

/** The name of the random requests of an operation, in reports and for `--only`. */
function randomTitle({ operationId }: Operation): string {
  return `${operationId} random requests`;
}

/**
 * Sends random requests of an operation: valid ones, and ones that are broken in one part. A
 * failing request is shrunk to the smallest that fails, unless it may write.
 */
async function explore({ ask, run }: Session, operation: Operation): Promise<Result> {
  const maker = createMaker(run.seed);
  const draft = createDraft(run.contract, operation, maker, run.data);
  const started = performance.now();
  let failed: Sent | undefined;
  let left = Number.POSITIVE_INFINITY;
  const cases = randomCases(draft, randomTitle(operation));
  const conforms = fc.asyncProperty(cases, async (one) => {
    const sent = one === undefined || left-- <= 0 ? undefined : await ask(one);
    if (sent === undefined || findingsOf(run, sent).length === 0) return true;
    // The last failing one is the smallest. Shrinking stops where the server does not respond,
    // since each further request could wait as long.
    left = sent.status === undefined ? 0 : Math.min(left, maxShrinking);
    failed = sent;
    return false;
  });
  const options = { seed: run.seed, numRuns: run.explore, endOnFailure: !isRead(operation) };
  const { errorInstance } = await fc.check(conforms, options);
  if (errorInstance instanceof Error && failed === undefined) throw errorInstance;
  const duration = performance.now() - started;
  if (failed !== undefined) return { ...judge(run, failed), group: "random", duration };
  const one = { operation, title: randomTitle(operation), group: "random" };
  return resultOf(one, { outcome: "passed", duration });
}
