import type { Operation } from "@workflow-api/contract";
import type { Case, Target } from "../case.ts";
import { type DeriveOptions, deriveCases } from "../derive-cases.ts";
import { NoAnswer } from "../http-target.ts";
import type { Report, Result } from "../report/report.ts";
import { standInsFor, withSecrets } from "../stand-ins.ts";
import { conclude, interruption } from "./conclude.ts";
import { coverageOf } from "./coverage.ts";
import { exploreOperation, randomTitle } from "./explore.ts";
import { assertTriable, probesOf } from "./probe.ts";
import { type Judging, pathOf, resultOf, unsentResult } from "./result-of.ts";
import { isRead, type RunOptions, runCases, type Sent, send } from "./run-cases.ts";
import { shortenFailures } from "./shorten-failures.ts";
import { reasonToSkip } from "./skip.ts";
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
  const { contract, credentials, explore, interrupted, seed, values } = run;
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
  const reasons = new Map(wanted.map((one) => [one, reasonToSkip(run, one)]));
  const tried = wanted.filter((one) => reasons.get(one) === undefined);
  const sent = await sendAll(trusted, tried);
  const byCase = new Map(sent.map((each) => [each.one, each]));
  const lost = interrupted?.aborted ? interruption : "The server has stopped answering.";
  const ofCases = new Map(
    wanted.map((one) => {
      const each = byCase.get(one);
      return [
        one,
        each === undefined ? unsentResult(run, one, reasons.get(one) ?? lost) : resultOf(run, each),
      ];
    }),
  );
  const results = await shortenFailures(trusted, standIns, sent, [...ofCases.values()]);
  const untried = untriedOf({ ...run, results: ofCases, wanted });
  const random = sent.length < tried.length ? [] : await exploreAll(trusted, untried, options);
  return {
    server: run.baseUrl,
    contract: { title: contract.info.title, version: contract.info.version, file: pathOf(contract.file) },
    seed,
    explore,
    duration: Math.round(performance.now() - started),
    results: [...results, ...random],
    coverage: contract.operations.map((operation) =>
      coverageOf(operation, cases, byCase, [...results, ...random]),
    ),
    ...conclude(run, [...results, ...random], [...untried.values()]),
  };
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
