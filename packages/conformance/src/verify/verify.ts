import type { Operation } from "@workflow-api/contract";
import type { Case, Group, Target } from "../case.ts";
import { isOneOf } from "../check-status.ts";
import type { Credentials } from "../credentials.ts";
import { type DeriveOptions, deriveCases } from "../derive-cases.ts";
import { NoAnswer } from "../http-target.ts";
import type { Report, Result } from "../report/report.ts";
import { standInsFor, withSecrets } from "../stand-ins.ts";
import { compareHeads, headTitle } from "./compare-heads.ts";
import { conclude } from "./conclude.ts";
import { coverageOf } from "./coverage.ts";
import { exploreOperation, randomTitle } from "./explore.ts";
import { followLinks, linkTitle } from "./follow-links.ts";
import { type Phase, phasesOf } from "./phases.ts";
import { assertTriable, probesOf } from "./probe.ts";
import { type Judging, pathOf } from "./result-of.ts";
import { isRead, type RunOptions, runCases, type Sent, send } from "./run-cases.ts";
import { type Tried, tryCases } from "./try-cases.ts";
import { untriedOf } from "./untried.ts";
import { type GivenValues, valuesOf } from "./values.ts";

/** A server, and what of its contract it is held to. */
export interface VerifyRun extends RunOptions, Judging {
  readonly target: Target;
  readonly values: GivenValues;
  readonly seed: number;
  /** How many random requests of each operation are tried beyond the derived cases. */
  readonly explore: number;
  /** Whether to send what is not GET or HEAD. */
  readonly write: boolean;
  /** Texts, one of which is in the title or group of a case that is sent. None: all are. */
  readonly only: readonly string[];
  /** Whether an operation that cannot be tried leaves nothing open. */
  readonly allowUntried: boolean;
}

/** What the cases of a run depend on. */
type CasesOf = Pick<VerifyRun, "contract" | "credentials" | "seed" | "values">;

/** The cases of a run, which are the same for every server. */
export function casesOf(run: CasesOf): Case[] {
  return deriveCases(run.contract, optionsOf(run));
}

function optionsOf({ credentials, seed, values }: CasesOf): DeriveOptions {
  return {
    credentials: standInsFor(Object.keys(credentials)),
    seed,
    values: (operation) => valuesOf(operation, values),
  };
}

/**
 * Holds a server to its contract, and reports on every case.
 * @param given The cases, where they have been derived before.
 * @throws {CannotTry} There is no server, or it refuses the credentials.
 */
export async function verify(run: VerifyRun, given?: readonly Case[]): Promise<Report> {
  const { contract, credentials, explore, seed } = run;
  const started = performance.now();
  const standIns = standInsFor(Object.keys(credentials));
  const trusted = { ...run, target: withSecrets(run.target, standIns, credentials) };
  const options = optionsOf(run);
  const cases = given ?? casesOf(run);
  const wanted = cases.filter(({ group, title }) => isWanted(run, title, group));
  const tried: Tried[] = [];
  const untried: string[] = [];
  const others: Result[] = [];
  for (const phase of phasesOf(contract.operations, wanted)) {
    const each = await tryPhase(trusted, standIns, phase, tried);
    tried.push(each);
    const reasons = untriedOf({ ...run, ...phase, results: each.results, wanted: phase.cases });
    untried.push(...reasons.values());
    if (!tried.some(({ isLost }) => isLost))
      others.push(...(await tryFurther(trusted, phase, each, { options, untried: reasons })));
  }
  const results = [...tried.flatMap((each) => [...each.results.values()]), ...others];
  const sent = new Map(tried.flatMap((each) => [...each.sent]));
  return {
    server: run.baseUrl,
    contract: { title: contract.info.title, version: contract.info.version, file: pathOf(contract.file) },
    seed,
    explore,
    duration: Math.round(performance.now() - started),
    results,
    coverage: contract.operations.map((operation) => coverageOf(operation, cases, sent, results)),
    ...conclude(run, results, untried),
  };
}

/** Tries the cases of a phase; the first that are sent tell whether the server can be tried at all. */
async function tryPhase(
  run: VerifyRun,
  standIns: Credentials,
  { cases }: Phase,
  before: readonly Tried[],
): Promise<Tried> {
  const isFirst = before.every(({ sent }) => sent.size === 0);
  return await tryCases(run, standIns, cases, async (sendable) => {
    if (before.some(({ isLost }) => isLost)) return [];
    return isFirst ? await sendAll(run, sendable) : await runCases(run.target, sendable, run);
  });
}

interface Further {
  readonly options: DeriveOptions;
  readonly untried: ReadonlyMap<Operation, string>;
}

/** Tries what is not derived of the operations of a phase: HEAD, links and random requests. */
async function tryFurther(
  run: VerifyRun,
  { operations }: Phase,
  tried: Tried,
  { options, untried }: Further,
): Promise<Result[]> {
  const gets = gotten(tried, operations);
  const heads = await compareHeads(run, wantedOf(run, gets, "method", headTitle));
  const links = await followLinks(
    run,
    wantedOf(run, gets, "path", (operation) => linkTitle(operation, "")),
  );
  const explored = operations.filter((operation) => !untried.has(operation));
  return [...heads, ...links, ...(await exploreAll(run, explored, options))];
}

/** Of each operation a GET that succeeded, if one has. */
function gotten({ sent }: Tried, operations: readonly Operation[]): Sent[] {
  const succeeded = [...sent.values()].filter(
    ({ came, one }) =>
      !(came instanceof NoAnswer) && one.request.method === "GET" && isOneOf(came.status, ["2XX"]),
  );
  return operations.flatMap((operation) => succeeded.find(({ one }) => one.operation === operation) ?? []);
}

function wantedOf(
  run: VerifyRun,
  gets: readonly Sent[],
  group: Group,
  titleOf: (operation: Operation) => string,
): Sent[] {
  return gets.filter(({ one: { operation } }) => operation && isWanted(run, titleOf(operation), group));
}

function isWanted({ only }: VerifyRun, title: string, group: string): boolean {
  return only.length === 0 || only.some((text) => title.includes(text) || group === text);
}

/** A right request of each operation first: what they all fail by is no failure of each case. */
async function sendAll(run: VerifyRun, cases: readonly Case[]): Promise<Sent[]> {
  const { interrupted, target } = run;
  const probes = probesOf(run.contract, cases);
  const probed: Sent[] = [];
  for (const one of probes) {
    const each = await send(target, one);
    if (interrupted?.aborted) return probed;
    probed.push(each);
    if (probed[0]?.came instanceof NoAnswer) break;
  }
  assertTriable(probed);
  const rest = cases.filter((one) => !probes.includes(one));
  const onProgress = (done: number): void => run.onProgress?.(probes.length + done, cases.length);
  return [...probed, ...(await runCases(target, rest, { ...run, onProgress }))];
}

/** Random requests say nothing of an operation whose right requests do not succeed. */
async function exploreAll(
  run: VerifyRun,
  operations: readonly Operation[],
  options: DeriveOptions,
): Promise<Result[]> {
  const found: Result[] = [];
  for (const operation of operations) {
    const isAsked = isWanted(run, randomTitle(operation), "random") && (run.write || isRead(operation));
    if (run.explore === 0 || !isAsked) continue;
    const result = await exploreOperation(run, operation, options);
    if (result !== undefined) found.push(result);
  }
  return found;
}
