import { relative } from "node:path";
import type { Contract } from "@workflow-api/contract";
import type { Case, Target } from "../case.ts";
import { checkAnswer, isOneOf } from "../check-answer.ts";
import type { Credentials } from "../credentials.ts";
import { curlOf } from "../curl.ts";
import { deriveCases } from "../derive-cases.ts";
import { NoAnswer } from "../http-target.ts";
import type { Report, Result } from "../report/report.ts";
import { standInsFor, variableOf, withSecrets } from "../stand-ins.ts";
import { coverageOf } from "./coverage.ts";
import { assertTriable, probesOf } from "./probe.ts";
import { isRead, type RunOptions, runCases, type Sent, send } from "./run-cases.ts";
import { withoutEchoes } from "./secrets.ts";
import { shortenFailures } from "./shorten-failures.ts";
import { type GivenValues, valuesOf } from "./values.ts";

export interface VerifyRun extends RunOptions {
  readonly contract: Contract;
  readonly target: Target;
  /** For the report. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly values: GivenValues;
  readonly seed: number;
  /** Whether to send what is not GET or HEAD. */
  readonly write: boolean;
  /** Whether the server is a mock that answers with the examples. */
  readonly exact: boolean;
  /** Texts, one of which is in the title or group of a case that is sent. None: all are. */
  readonly only: readonly string[];
  /** The failures that are known, by {@link fingerprint}. */
  readonly known: ReadonlySet<string>;
}

/**
 * Holds a server to its contract, and reports on every case.
 * @throws {CannotTry} There is no server, or it refuses the credentials.
 */
export async function verify(run: VerifyRun): Promise<Report> {
  const { contract, credentials, seed, values } = run;
  const started = performance.now();
  const standIns = standInsFor(Object.keys(credentials));
  const target = withSecrets(run.target, standIns, credentials);
  const cases = deriveCases(contract, {
    credentials: standIns,
    seed,
    values: (operation) => valuesOf(operation, values),
  });
  const wanted = cases.filter(({ title, group }) =>
    run.only.length === 0 ? true : run.only.some((text) => title.includes(text) || group === text),
  );
  const reasons = new Map(wanted.flatMap((one) => [[one, reasonToSkip(run, one)] as const]));
  const sent = await sendAll(
    { ...run, target },
    wanted.filter((one) => reasons.get(one) === undefined),
  );
  const byCase = new Map(sent.map((each) => [each.one, each]));
  const results = wanted.map((one) => resultOf(run, one, byCase.get(one), reasons.get(one)));
  await shortenFailures({ ...run, target }, standIns, sent, results);
  return {
    server: run.baseUrl,
    contract: { ...contract.info, file: pathOf(contract.file) },
    seed,
    duration: Math.round(performance.now() - started),
    results,
    coverage: contract.operations.map((operation) => coverageOf(operation, cases, byCase, results)),
  };
}

/** A right request of each operation first: what they all fail by is no failure of each case. */
async function sendAll(run: VerifyRun, cases: readonly Case[]): Promise<Sent[]> {
  const probes = probesOf(run.contract, cases);
  const probed: Sent[] = [];
  for (const one of probes) {
    probed.push(await send(run.target, one));
    if (probed[0]?.came instanceof NoAnswer) break;
  }
  assertTriable(probed);
  const rest = cases.filter((one) => !probes.includes(one));
  const onProgress = (done: number): void => run.onProgress?.(probes.length + done, cases.length);
  return [...probed, ...(await runCases(run.target, rest, { ...run, onProgress }))];
}

/** What a failure is known by in a baseline: it changes neither with the seed nor with the lines of the contract. */
export function fingerprint(title: string, finding: string): string {
  return `${title}: ${finding}`;
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

function resultOf(run: VerifyRun, one: Case, sent: Sent | undefined, reason: string | undefined): Result {
  const findings = sent === undefined ? [] : findingsOf(run, sent);
  const isKnown = findings.every(({ name }) => run.known.has(fingerprint(one.title, name)));
  const failed = findings.length > 0 ? (isKnown ? "known" : "failed") : "passed";
  const { mock, statuses } = one.expected;
  return {
    title: one.title,
    group: one.group,
    operationId: one.operation?.operationId ?? "",
    file: pathOf(one.location.file),
    line: one.location.line,
    pointer: one.pointer,
    part: one.broken?.part,
    outcome: sent === undefined ? "skipped" : failed,
    findings,
    expected: run.exact && mock !== undefined ? String(mock.status) : statuses.join(" or "),
    status: sent === undefined || sent.came instanceof NoAnswer ? undefined : sent.came.status,
    reason: reason ?? (sent === undefined ? "The server has stopped answering." : undefined),
    curl: curlOf(run.baseUrl, one.request, standInsFor(Object.keys(run.credentials))),
    isShortened: false,
    duration: Math.round(sent?.duration ?? 0),
  };
}

function findingsOf({ credentials, exact }: VerifyRun, { came, one }: Sent): Result["findings"] {
  if (came instanceof NoAnswer) return [{ name: "no_answer", message: came.message }];
  return checkAnswer(one, came, { as: exact ? "mock" : "service" }).map(({ message, name }) => ({
    name,
    message: withoutEchoes(message, came, credentials),
  }));
}

function pathOf(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith("..") ? file : path;
}
