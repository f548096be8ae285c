import type { Operation } from "@workflow-api/contract";
import type { Case, Target } from "../case.ts";
import { isOneOf } from "../check-answer.ts";
import { type DeriveOptions, deriveCases } from "../derive-cases.ts";
import { NoAnswer } from "../http-target.ts";
import { countOutcomes, type Report, type Result } from "../report/report.ts";
import { standInsFor, variableOf, withSecrets } from "../stand-ins.ts";
import { coverageOf } from "./coverage.ts";
import { exploreOperation, randomTitle } from "./explore.ts";
import { assertTriable, probesOf } from "./probe.ts";
import { type Judging, pathOf, resultOf, unsentResult } from "./result-of.ts";
import { isRead, type RunOptions, runCases, type Sent, send } from "./run-cases.ts";
import { shortenFailures } from "./shorten-failures.ts";
import { untriedReason } from "./untried.ts";
import { type GivenValues, valuesOf } from "./values.ts";

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
  const untried = untriedOf(run, wanted, ofCases);
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

/** Why cases were not sent that were to be. */
const interruption = "The run was interrupted.";

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

function reasonToSkip({ credentials, exact, write }: VerifyRun, one: Case): string | undefined {
  const { expected, group, operation, request } = one;
  if (!write && !isRead(request)) return "It may write: --write sends it.";
  if (exact || operation === undefined) return undefined;
  if (group === "near") return "Which answer comes is only known of a mock: --exact sends it.";
  if (group === "scenario" && !isOneOf(expected.mock?.status ?? 200, ["2XX"]))
    return "Which answer comes is only known of a mock: --exact sends it.";
  if (expected.verdict === "unauthenticated") return undefined;
  const missing = one.schemes.filter((key) => credentials[key] === undefined);
  return missing.length === 0
    ? undefined
    : `The environment holds no ${missing.map(variableOf).join(" and no ")}.`;
}

/** The operations that were to be tried and were not, each with the reason. */
function untriedOf(
  run: VerifyRun,
  wanted: readonly Case[],
  results: ReadonlyMap<Case, Result>,
): ReadonlyMap<Operation, string> {
  const { contract, only, values, write } = run;
  const reasons = contract.operations.flatMap((operation) => {
    const reason = untriedReason(operation, { only, results, values, wanted, write });
    return reason === undefined ? [] : [[operation, reason] as const];
  });
  return new Map(reasons);
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

function conclude(
  { allowUntried, interrupted }: VerifyRun,
  results: readonly Result[],
  reasons: readonly string[],
): Pick<Report, "conclusion" | "untried"> {
  const { failed } = countOutcomes(results);
  const left = results.filter(({ reason }) => reason === interruption).length;
  const cut = interrupted?.aborted ? [`The run was interrupted, with ${left} cases left.`] : [];
  const isOpen = cut.length > 0 || (reasons.length > 0 && !allowUntried);
  return {
    conclusion: failed > 0 ? "disagrees" : isOpen ? "open" : "agrees",
    untried: cut.length > 0 ? cut : reasons,
  };
}
