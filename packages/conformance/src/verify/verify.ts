import type { Operation } from "@workflow-api/contract";
import type { Case, Group, Target } from "../case.ts";
import { isOneOf } from "../check-status.ts";
import { type DeriveOptions, deriveCases } from "../derive-cases.ts";
import { NoAnswer } from "../http-target.ts";
import type { Report, Result } from "../report/report.ts";
import { standInsFor, withSecrets } from "../stand-ins.ts";
import { compareHeads, headTitle } from "./compare-heads.ts";
import { conclude } from "./conclude.ts";
import { coverageOf } from "./coverage.ts";
import { exploreOperation, randomTitle } from "./explore.ts";
import { followLinks, linkTitle } from "./follow-links.ts";
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

/**
 * Holds a server to its contract, and reports on every case.
 * @throws {CannotTry} There is no server, or it refuses the credentials.
 */
export async function verify(run: VerifyRun): Promise<Report> {
  const { contract, credentials, explore, seed, values } = run;
  const started = performance.now();
  const standIns = standInsFor(Object.keys(credentials));
  const trusted = { ...run, target: withSecrets(run.target, standIns, credentials) };
  const options: DeriveOptions = {
    credentials: standIns,
    seed,
    values: (operation) => valuesOf(operation, values),
  };
  const cases = deriveCases(contract, options);
  const wanted = cases.filter(({ group, title }) => isWanted(run, title, group));
  const usual = wanted.filter((one) => !isOdd(one));
  const first = usual.length > 0 ? usual : wanted;
  const tried = await tryCases(trusted, standIns, first, (sendable) => sendAll(trusted, sendable));
  const untried = untriedOf({ ...run, results: tried.results, wanted: first });
  const random = tried.isLost ? [] : await exploreAll(trusted, untried, options);
  const gets = tried.isLost ? [] : gotten(tried);
  const heads = await compareHeads(trusted, wantedOf(run, gets, "method", headTitle));
  const links = await followLinks(
    trusted,
    wantedOf(run, gets, "path", (operation) => linkTitle(operation, "")),
  );
  // A server may end at one of these.
  const last = wanted.filter((one) => !tried.results.has(one));
  const odd = await tryCases(trusted, standIns, last, async (sendable) =>
    tried.isLost ? [] : await runCases(trusted.target, sendable, trusted),
  );
  const results = [...tried.results.values(), ...heads, ...links, ...odd.results.values(), ...random];
  const sent = new Map([...tried.sent, ...odd.sent]);
  return {
    server: run.baseUrl,
    contract: { title: contract.info.title, version: contract.info.version, file: pathOf(contract.file) },
    seed,
    explore,
    duration: Math.round(performance.now() - started),
    results,
    coverage: contract.operations.map((operation) => coverageOf(operation, cases, sent, results)),
    ...conclude(run, results, [...untried.values()]),
  };
}

/** Of each operation a GET that succeeded, if one has. */
function gotten({ sent }: Tried): Sent[] {
  const found = new Map<Operation, Sent>();
  for (const each of sent.values()) {
    const { came, one } = each;
    if (came instanceof NoAnswer || one.operation?.method !== "GET" || !isOneOf(came.status, ["2XX"]))
      continue;
    if (!found.has(one.operation)) found.set(one.operation, each);
  }
  return [...found.values()];
}

function wantedOf(
  run: VerifyRun,
  gets: readonly Sent[],
  group: Group,
  titleOf: (operation: Operation) => string,
): Sent[] {
  return gets.filter(({ one: { operation } }) => operation && isWanted(run, titleOf(operation), group));
}

/** What no contract says the answer to, but that it is no failure of the server. */
function isOdd({ expected }: Case): boolean {
  return expected.verdict === "odd";
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
  untried: ReadonlyMap<Operation, string>,
  options: DeriveOptions,
): Promise<Result[]> {
  const found: Result[] = [];
  for (const operation of run.contract.operations) {
    const isAsked = isWanted(run, randomTitle(operation), "random") && (run.write || isRead(operation));
    if (run.explore === 0 || !isAsked || untried.has(operation)) continue;
    const result = await exploreOperation(run, operation, options);
    if (result !== undefined) found.push(result);
  }
  return found;
}
