import { isOneOf } from "@workflow-api/conformance";
import {
  displayedPath,
  type Identity,
  identityKey,
  listNames,
  plural,
} from "@workflow-api/conformance/reports";
import { groupBy, responseFor, terminalText } from "@workflow-api/contract";
import { coverageOf, isTried, untriedReason } from "./coverage.ts";
import type { Plan } from "./plan.ts";
import { causesOf, count, type Report, type Result, untriedIdentity } from "./report.ts";
import type { Session } from "./session.ts";

/**
 * Summarizes a run.
 *
 * @param problem - Why it ended before its end.
 */
export function summarize(
  session: Session,
  plan: Plan,
  results: readonly Result[],
  problem?: string,
): Report {
  const { allowUntried, baseUrl, contract, known, seed } = session.run;
  const { file, info, operations } = contract;
  const left = problem === undefined ? leftOf(session, plan) : [];
  const isEmpty = count(results, "skipped") === results.length;
  const isOpen = left.some(
    ({ name }) => !allowUntried && !known.has(identityKey(untriedIdentity(name))),
  );
  const isUnknown = problem !== undefined || isOpen || isEmpty;
  const conclusion =
    count(results, "failed") > 0 ? "failed" : isUnknown ? "inconclusive" : "passed";
  const identities = identitiesOf(results, left);
  const causes = causesOf(results);
  const untried = problem === undefined ? untriedOf(left, plan, isEmpty) : [problem];
  const old = [...identities.keys()].filter((key) => known.has(key)).length;
  const verdict = verdictOf(session, conclusion, results, causes.length, old);
  const isWhole = untried.length === 0 || conclusion !== "passed";
  return asShown({
    server: baseUrl,
    contract: { title: info.title, version: info.version, file: displayedPath(file) },
    seed,
    conclusion,
    headline: [`${verdict}${isWhole ? "" : ", as far as it was tried"}.`, ...untried].join(" "),
    summary: `${info.title} ${info.version} on ${baseUrl}: ${numbersOf(results)} (seed ${seed})`,
    untried,
    notes: [
      ...responseNotes(session),
      ...exampleNotes(session),
      ...(isUnknown ? [] : baselineNotes(session, identities)),
    ],
    causes,
    coverage: isEmpty
      ? []
      : operations.flatMap((operation) => coverageOf(operation, session, results) ?? []),
    results,
    identities: [...identities]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, each]) => each),
  });
}

/** An operation that was not tried, and why. */
interface Left {
  readonly name: string;
  readonly reason: string;
}

function leftOf(session: Session, plan: Plan): Left[] {
  return session.run.contract.operations.flatMap((operation) => {
    const reason = untriedReason(session, operation, plan);
    return reason === undefined ? [] : [{ name: operation.operationId, reason }];
  });
}

/** What was not tried and why, in sentences. */
function untriedOf(left: readonly Left[], { reasons }: Plan, isEmpty: boolean): string[] {
  if (isEmpty && left.length === 0)
    return [...new Set(reasons.values())].map((each) => sentence(`Nothing was sent: ${each}`));
  return [...groupBy(left, ({ reason }) => reason)].map(([reason, each]) => {
    const verb = each.length === 1 ? "was" : "were";
    return sentence(`${listNames(each.map(({ name }) => name))} ${verb} not tried: ${reason}`);
  });
}

function identitiesOf(
  results: readonly Result[],
  left: readonly Left[],
): ReadonlyMap<string, Identity> {
  const found = [
    ...results.flatMap((each) => each.findings),
    ...left.map(({ name }) => untriedIdentity(name)),
  ].map(({ keyword, name, operationId, part }) => ({ name, operationId, part, keyword }));
  return new Map(found.map((each) => [identityKey(each), each]));
}

function numbersOf(results: readonly Result[]): string {
  return (["passed", "failed", "known", "inconclusive", "skipped"] as const)
    .map((each) => `${count(results, each)} ${each === "skipped" ? "not sent" : each}`)
    .join(", ");
}

/** A report in which no text of the contract or of the server controls a terminal. */
function asShown(report: Report): Report {
  const shown = (_: string, value: unknown): unknown =>
    typeof value === "string" ? terminalText(value) : value;
  return JSON.parse(JSON.stringify(report, shown));
}

function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

function verdictOf(
  { run: { known, only } }: Session,
  conclusion: Report["conclusion"],
  results: readonly Result[],
  causes: number,
  old: number,
): string {
  if (results.every(({ outcome }) => outcome === "skipped"))
    return "Inconclusive: nothing was checked";
  const part = only.length > 0 ? " in what --only selects" : "";
  if (conclusion === "failed") {
    const failed = plural(count(results, "failed"), "case");
    const also = old > 0 ? `; ${old} known` : "";
    return `Failed${part}: ${failed} by ${plural(causes, "cause")}${also}`;
  }
  const nothing = known.size > 0 ? `Nothing new${part}: ${old} known` : undefined;
  if (conclusion === "passed")
    return nothing ?? `Passed: the server conforms to the contract${part}`;
  return nothing === undefined
    ? `Inconclusive: nothing contradicts the contract${part}, but not all of it was tried`
    : `Inconclusive. ${nothing}, but not all of it was tried`;
}

/** What conforms and may still surprise a client, each once. */
function responseNotes({ sent }: Session): string[] {
  const all = [...sent.values()];
  const isBare = all.find(
    ({ came, status }) => status === 401 && "headers" in came && !came.headers["www-authenticate"],
  );
  const undocumented = all.flatMap(({ one: { expected, group, operation }, status = 0 }) => {
    const isAllowed = isOneOf(status, expected.statuses) && group !== "robustness";
    return operation && isAllowed && status >= 400 && !responseFor(operation, status)
      ? [{ status, operationId: operation.operationId }]
      : [];
  });
  const bare = `A 401 has no WWW-Authenticate (RFC 9110, 15.5.2): see ${isBare?.one.title}.`;
  return [
    ...(isBare ? [bare] : []),
    ...[...groupBy(undocumented, ({ status }) => status)].map(([status, each]) => {
      const names = [...new Set(each.map(({ operationId }) => operationId))];
      return `The contract does not document the status ${status} of ${listNames(names)}.`;
    }),
  ];
}

/** The examples whose data the server may lack, and how to check them. */
function exampleNotes(session: Session): string[] {
  const missed = [...session.sent.values()].flatMap(({ one, status }) => {
    const { operation, expected } = one;
    const isMissed = expected.scenario !== undefined && expected.scenario.status !== status;
    const isRight = status !== undefined && isOneOf(status, expected.statuses);
    return isMissed && isRight && operation && isTried(operation, session)
      ? [{ title: one.title, scenario: expected.scenario, operation }]
      : [];
  });
  const options = missed.flatMap(({ operation, scenario }) =>
    operation.parameters
      .filter(({ key }) => scenario.named.has(key))
      .map(({ name }) => `--value ${scenario.name}.${name}=VALUE`),
  );
  if (missed.length === 0) return [];
  const titles = missed.map(({ title }) => title).join("; ");
  const own = [...new Set(options)].join(" ");
  const values = own && `, or give its own: ${own}`;
  return [
    `The server may lack the data of these examples, so they were not checked: ${titles}. ` +
      `Add --examples if it has the data${values}.`,
  ];
}

/**
 * The entries of a baseline that a complete run no longer found, also those of operations that the
 * contract no longer has.
 */
function baselineNotes(session: Session, found: ReadonlyMap<string, Identity>): string[] {
  const { contract, known, only } = session.run;
  const untried = new Set(
    contract.operations
      .filter((operation) => !isTried(operation, session))
      .map(({ operationId }) => operationId),
  );
  const gone = [...known].filter(
    ([key, { operationId }]) => !found.has(key) && !untried.has(operationId),
  );
  if (gone.length === 0 || only.length > 0) return [];
  const names = gone.map(([, { keyword, name, operationId, part }]) =>
    [operationId, name, part, keyword].join(" ").trim().replaceAll(/ +/g, " "),
  );
  return [
    `${gone.length} of the baseline no longer found (update it by --write-baseline): ` +
      `${names.join("; ")}.`,
  ];
}
