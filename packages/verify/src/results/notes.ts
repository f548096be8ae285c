import { type Identity, identityKey, listNames } from "@workflow-api/conformance/reports";
import { omittedLines } from "@workflow-api/contract";
import { groupBy } from "@workflow-api/contract/json";
import type { Baseline } from "../reports/report.ts";
import type { Controls } from "../state/control.ts";
import type { Resource } from "../state/resources.ts";
import type { EvaluatedResult } from "./evaluate.ts";
import type { UnprovedOperation } from "./untried.ts";

/** What does not contradict the contract and is worth knowing, in sentences. */
export function notesOfRun(
  { limits, resources, session: { run } }: Controls,
  results: readonly EvaluatedResult[],
  unproved: readonly UnprovedOperation[],
): string[] {
  const omitted = omittedLines(run.contract).join("\n");
  return [
    omitted,
    bareRefusal(results),
    ...sourcesOfIds(resources.sources),
    ...limits,
    ...unproved.map(unprovedSentence),
    ...changesSince(run.baseline, unproved),
    leftBehind(resources.left),
  ].filter((note) => note !== "");
}

/** Where the ids of requests are from. */
function sourcesOfIds(sources: ReadonlyMap<string, string>): string[] {
  return [...groupBy(sources, ([, source]) => source)].map(
    ([source, each]) => `The ids of ${listNames(each.map(([name]) => name))} are from ${source}.`,
  );
}

function unprovedSentence({ count, operation, reason, total }: UnprovedOperation): string {
  const verb = count === 1 ? "proves" : "prove";
  const cases = total === 1 ? "case" : "cases";
  return `${count} of ${total} ${cases} of ${operation.operationId} ${verb} nothing: ${reason}`;
}

/** What proved nothing, as a baseline records it. */
export function unprovedIdentity({ operation, reason, status }: UnprovedOperation): Identity {
  const { operationId } = operation;
  const part = reason.startsWith("its valid request") ? "valid request" : "";
  return { name: "proved_nothing", operationId, part, keyword: String(status) };
}

/** What proves nothing now and did not in the baseline, and the contrary. */
function changesSince(baseline: Baseline, unproved: readonly UnprovedOperation[]): string[] {
  if (baseline.size === 0) return [];
  const now = new Set(unproved.map((each) => identityKey(unprovedIdentity(each))));
  const before = [...baseline].filter((key) => key.startsWith('["proved_nothing",'));
  const nameOf = (key: string): string => String(JSON.parse(key)[1]);
  const since = [...now].filter((key) => !baseline.has(key)).map(nameOf);
  const until = before.filter((key) => !now.has(key)).map(nameOf);
  return [
    since.length > 0 ? `Proves nothing since the baseline: ${listNames(since)}.` : "",
    until.length > 0 ? `Proves something again: ${listNames(until)}; renew the baseline.` : "",
  ];
}

/** What the run made and could not delete. */
function leftBehind(left: readonly Resource[]): string {
  const paths = left.map(({ ids, template }) =>
    ids.reduce<string>((path, id) => path.replace("{}", encodeURIComponent(String(id))), template),
  );
  return paths.length === 0 ? "" : `${listNames(paths)} could not be deleted: verify made them.`;
}

/** A 401 that does not say how to authenticate. */
function bareRefusal(results: readonly EvaluatedResult[]): string {
  const bare = results.find(({ sent }) => {
    const { received, status } = sent ?? {};
    return (
      status === 401 && received && "headers" in received && !received.headers["www-authenticate"]
    );
  });
  const rule = "A 401 has no WWW-Authenticate (RFC 9110, 11.6.1)";
  return bare === undefined ? "" : `${rule}: see ${bare.testCase.title}.`;
}
