import type { Case } from "@workflow-api/conformance";
import { deriveCases, type Failure, NoResponse } from "@workflow-api/conformance";
import type { Operation } from "@workflow-api/contract";
import { adviceOn, isTried } from "./coverage.ts";
import { explore, randomTitle } from "./explore.ts";
import { judge, resultOf } from "./judge.ts";
import { isValid, isWanted, type Plan, planRun } from "./plan.ts";
import type { Report, Result } from "./report.ts";
import { createSession, isRead, type Run, type Session } from "./session.ts";
import { createShortener } from "./shorten.ts";
import { summarize } from "./summary.ts";

/** Checks a server against its contract: derives cases, sends them, and checks the responses. */
export async function verify(run: Run): Promise<Report> {
  const { contract, data, lenient, seed } = run;
  const plan = planRun(run, deriveCases(contract, { data, lenient, seed }));
  const session = createSession(run, plan.cases.length - plan.reasons.size);
  const failure = await probe(session, plan);
  const results = failure === undefined ? await tryAll(session, plan) : unsent(plan, failure);
  return summarize(session, plan, results, failure ?? session.problem());
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
    const [other] = sendable.filter(
      (one) => isRead(one.request) && one.expected.kind === "unknown",
    );
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

/**
 * Sends everything, phase by phase. The results are in the order of the cases; those of random
 * requests follow.
 */
async function tryAll(session: Session, plan: Plan): Promise<Result[]> {
  const results = new Map<Case, Result>();
  const explored: Result[] = [];
  const shorten = createShortener(session);
  for (const { cases, concurrency, operations } of plan.phases) {
    await session.sendAll(cases, concurrency);
    const sent = cases.flatMap((one) => session.sent.get(one) ?? []);
    for (const each of sent) results.set(each.one, await shorten(each, judge(session.run, each)));
    for (const operation of operations) explored.push(...(await exploreOne(session, operation)));
  }
  const left = unsent(plan, session.problem() ?? "");
  return [
    ...plan.cases.flatMap((one, index) => results.get(one) ?? left[index] ?? []),
    ...explored,
  ];
}

function unsent({ cases, reasons }: Plan, otherwise: string): Result[] {
  return cases.map((one) => resultOf(one, { note: reasons.get(one) ?? otherwise }));
}

/** Random requests show nothing about an operation whose valid requests do not succeed. */
async function exploreOne(session: Session, operation: Operation): Promise<Result[]> {
  const isAsked =
    session.run.explore > 0 && isWanted(session.run, randomTitle(operation), "random");
  if (!isAsked || session.problem() !== undefined || !isTried(operation, session)) return [];
  return [await explore(session, operation)];
}
