import { listNames } from "@workflow-api/conformance/reports";
import { omittedLines } from "@workflow-api/contract";
import { groupBy } from "@workflow-api/contract/json";
import type { EvaluatedResult } from "./evaluate.ts";
import type { Run } from "./session.ts";

/** What does not contradict the contract and is worth knowing, in sentences. */
export function notesOfRun({ contract }: Run, results: readonly EvaluatedResult[]): string[] {
  const omitted = omittedLines(contract).join("\n");
  return [omitted, bareRefusal(results), ...shownNothing(results)].filter((note) => note !== "");
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

/** The cases that were sent and show nothing, by the reason. */
function shownNothing(results: readonly EvaluatedResult[]): string[] {
  const inconclusive = results.filter(
    ({ outcome, sent }) => outcome === "inconclusive" && sent !== undefined,
  );
  return [...groupBy(inconclusive, ({ note }) => note)].map(
    ([note, group]) => `${listNames(group.map(({ testCase }) => testCase.title))}: ${note}`,
  );
}
