import type { Case } from "@workflow-api/conformance";
import { deriveCases, NoResponse } from "@workflow-api/conformance";
import type { Operation } from "@workflow-api/contract";
import { adviceOn, coverageOf, isTried, untriedReason } from "./coverage.ts";
import { explore, randomTitle } from "./explore.ts";
import { judge, pathOf, resultOf } from "./judge.ts";
import { isRead, isRight, isWanted, type Plan, planRun } from "./plan.ts";
import { causesOf, count, fingerprint, plural, type Report, type Result } from "./report.ts";
import { createSession, type Run, type Session } from "./session.ts";
import { createShortener } from "./shorten.ts";

/** Holds a server to its contract: derives cases, sends them, and checks what comes back. */
export async function verify(run: Run): Promise<Report> {
  const plan = planRun(run, deriveCases(run.contract, { seed: run.seed, values: run.given }));
  const session = createSession(run, plan.cases.length - plan.reasons.size);
  const failure = await probe(session, plan);
  const results = failure === undefined ? await tryAll(session, plan) : unsent(plan, failure);
  return reportOf(session, plan, results, failure ?? session.problem());
}

/**
 * Sends a right request of each operation first.
 *
 * @returns What they all fail by, in a sentence: every further case would fail by that, too.
 */
async function probe(session: Session, { phases }: Plan): Promise<string | undefined> {
  const sendable = phases.flatMap(({ cases }) => cases);
  const right = sendable.filter((one) => isRead(one.request) && isRight(one));
  const probes = [...new Map(right.toReversed().map((one) => [one.operation, one])).values()];
  await session.sendAll(probes.length > 0 ? probes : sendable.slice(0, 1));
  const [first, ...others] = session.sent.values();
  if (first === undefined || others.some(({ status }) => status !== first.status)) return undefined;
  if (first.came instanceof NoResponse) {
    // A server that is there responds to a path that it does not have.
    const [other] = sendable.filter(
      (one) => isRead(one.request) && one.expected.kind === "unknown",
    );
    if (other && (await session.ask(other))?.status !== undefined) return undefined;
    return `No response came to ${first.came.message}. Is the server running at --base-url?`;
  }
  const { operation } = first.one;
  const advice =
    operation && isRight(first.one) ? adviceOn(session.run, operation, first.status) : "";
  return advice === "" ? undefined : `Every right request got ${first.status}${advice}.`;
}

/**
 * Sends everything, phase by phase. The results are in the order of the cases; those of random
 * requests follow.
 */
async function tryAll(session: Session, plan: Plan): Promise<Result[]> {
  const results = new Map<Case, Result>();
  const explored: Result[] = [];
  const shorten = createShortener(session);
  for (const { cases, operations } of plan.phases) {
    await session.sendAll(cases);
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

/** Random requests say nothing of an operation whose right requests do not succeed. */
async function exploreOne(session: Session, operation: Operation): Promise<Result[]> {
  const isAsked =
    session.run.explore > 0 && isWanted(session.run, randomTitle(operation), "random");
  if (!isAsked || session.problem() !== undefined || !isTried(operation, session)) return [];
  return [await explore(session, operation)];
}

/** @param problem - Why the run ended before its end. */
function reportOf(
  session: Session,
  plan: Plan,
  results: readonly Result[],
  problem?: string,
): Report {
  const { allowUntried, baseUrl, contract, known, only, seed } = session.run;
  const { file, info, operations } = contract;
  const left = operations.flatMap((operation) => {
    const reason = problem === undefined ? untriedReason(session, operation, plan) : undefined;
    return reason === undefined ? [] : [{ name: operation.operationId, reason }];
  });
  const isEmpty = count(results, "skipped") === results.length;
  const reasons = isEmpty && left.length === 0 ? [...new Set(plan.reasons.values())] : [];
  const untried = [
    ...left.map(({ name, reason }) => `${name} was not tried: ${reason}.`),
    ...(problem === undefined
      ? reasons.map((reason) => `Nothing was sent: ${reason}.`)
      : [problem]),
  ];
  const isOpen = left.some(({ name }) => !allowUntried && !known.has(fingerprint(name)));
  const failed = count(results, "failed");
  const isUnknown = problem !== undefined || isOpen || isEmpty;
  const conclusion = failed > 0 ? "disagrees" : isUnknown ? "unknown" : "agrees";
  const causes = causesOf(results);
  const part = only.length > 0 ? " in what --only asks for" : "";
  const verdicts = {
    agrees: `Agrees: the server keeps its contract${part}${untried.length > 0 ? ", as far as it was tried" : ""}.`,
    disagrees: `Does not agree: ${plural(failed, "case")} failed, by ${plural(causes.length, "cause")}.`,
    unknown: `Not known: nothing contradicts the contract${part}, but not all of it was tried.`,
  };
  const outcomes = ["passed", "failed", "known", "skipped"] as const;
  const numbers = outcomes.map(
    (each) => `${count(results, each)} ${each === "skipped" ? "not sent" : each}`,
  );
  const found = results.flatMap((each) =>
    each.findings.map(({ name }) => fingerprint(each.title, name)),
  );
  return {
    server: baseUrl,
    contract: { title: info.title, version: info.version, file: pathOf(file) },
    seed,
    conclusion,
    headline: [verdicts[conclusion], ...untried].join(" "),
    summary: `${info.title} ${info.version} on ${baseUrl}: ${numbers.join(", ")} (seed ${seed})`,
    untried,
    causes,
    coverage: isEmpty
      ? []
      : operations.map((operation) => coverageOf(operation, plan, session, results)),
    results,
    fingerprints: [...new Set([...found, ...left.map(({ name }) => fingerprint(name))])].sort(),
  };
}
