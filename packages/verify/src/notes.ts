import { isOneOf } from "@workflow-api/conformance";
import { type Identity, listNames, plural } from "@workflow-api/conformance/reports";
import { omittedLines } from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { repeatedExample } from "./evaluate.ts";
import type { Session } from "./session.ts";
import { isTried } from "./untried.ts";

/**
 * What does not contradict the contract and is worth knowing, in sentences.
 *
 * @param found - The findings of a complete run, by `identityKey`.
 */
export function notesOfRun(
  session: Session,
  found: ReadonlyMap<string, Identity> | undefined,
): string[] {
  const { run, sent } = session;
  const omitted = omittedLines(run.contract);
  const repeated = [...sent.values()].map((each) => repeatedExample(run, each));
  return [
    omitted.join("\n"),
    unseenResponses(session),
    bareRefusal(session),
    ...new Set(repeated),
    missedExamples(session),
    found === undefined ? "" : outdatedBaseline(session, found),
  ].filter((note) => note !== "");
}

/** The documented responses of operations that were tried, and that no request got. */
function unseenResponses(session: Session): string {
  const all = [...session.sent.values()];
  if (session.run.only.length > 0) return "";
  const unseen = session.run.contract.operations.flatMap((operation) => {
    if (!isTried(operation, session)) return [];
    const statuses = all.filter(({ testCase }) => testCase.operation === operation);
    const seen = statuses.map(({ status = 0 }) => responseFor(operation, status)?.code);
    const codes = operation.responses
      .map(({ code }) => code)
      .filter((code) => !seen.includes(code));
    return codes.length === 0 ? [] : [`${operation.operationId} ${codes.join(" and ")}`];
  });
  return unseen.length === 0 ? "" : `No request got these responses: ${listNames(unseen)}.`;
}

/** A 401 that does not say how to authenticate. */
function bareRefusal({ sent }: Session): string {
  const bare = [...sent.values()].find(
    ({ received, status }) =>
      status === 401 && "headers" in received && !received.headers["www-authenticate"],
  );
  const rule = "A 401 has no WWW-Authenticate (RFC 9110, 11.6.1)";
  return bare === undefined ? "" : `${rule}: see ${bare.testCase.title}.`;
}

/** The examples whose data the server may lack, and how to check them. */
function missedExamples(session: Session): string {
  const missed = [...session.sent.values()].flatMap(({ status = 0, testCase }) => {
    const { expected, operation, title } = testCase;
    const isMissed = expected.scenario !== undefined && expected.scenario.status !== status;
    const isAllowed = isMissed && isOneOf(status, expected.statuses);
    return isAllowed && operation && isTried(operation, session) ? [title] : [];
  });
  if (missed.length === 0) return "";
  return (
    "The server may lack the data of these examples, so they were not checked: " +
    `${listNames(missed)}. Add --examples if it has the data.`
  );
}

/** What of the baseline no longer occurs, also of operations that the contract no longer has. */
function outdatedBaseline({ run }: Session, found: ReadonlyMap<string, Identity>): string {
  const untried = new Set(
    [...found.values()]
      .filter(({ name }) => name === "not_tried")
      .map(({ operationId }) => operationId),
  );
  const gone = [...run.baseline].filter(
    ([key, { operationId }]) => !found.has(key) && !untried.has(operationId),
  );
  if (gone.length === 0 || run.only.length > 0) return "";
  const verb = gone.length === 1 ? "occurs" : "occur";
  return `${plural(gone.length, "finding")} of the baseline no longer ${verb}: write it again.`;
}
