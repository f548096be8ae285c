import { type Case, variableOf } from "@workflow-api/conformance";
import type { HttpRequest, Operation } from "@workflow-api/contract";
import { isSuccess } from "@workflow-api/contract/http";
import { canAnswer } from "./answers.ts";
import { flawSentence } from "./evaluate.ts";
import { isRead, type Run } from "./session.ts";

/** The cases of a run in the order of sending, and why some are not sent. */
export interface Plan {
  /** All selected cases, in the order of derivation. */
  readonly cases: readonly Case[];
  /** Why a case is not sent, and what to do about it. */
  readonly reasons: ReadonlyMap<Case, string>;
  /** Each phase ends before the next begins: cases, then random requests of operations. */
  readonly phases: readonly {
    readonly cases: readonly Case[];
    readonly operations: readonly Operation[];
    /** How many at the same time. */
    readonly concurrency: number;
  }[];
}

/** How many requests are sent at the same time. */
export const usualConcurrency = 8;

/**
 * Plans a run: reads first, then writes, then deletes, because the others need the data. Robustness
 * cases come last and one by one, since a server may crash at one.
 */
export function planRun(run: Run, derived: readonly Case[]): Plan {
  const { openQuestions } = run.contract;
  const cases = derived.filter(
    (testCase) =>
      isWanted(run, testCase.title, testCase.group) &&
      (!run.questions || openQuestions.some((question) => canAnswer(testCase, question))),
  );
  const found = cases.map((testCase) => [testCase, reasonNotToSend(run, testCase)] as const);
  const reasons = new Map(found.filter(([, reason]) => reason !== ""));
  const sendable = cases.filter((testCase) => !reasons.has(testCase));
  const explored = run.questions ? [] : run.contract.operations;
  const operations = explored.filter((each) => run.write || isRead(each));
  const phases = ["read", "write", "refuse", "remove", "robustness"].map((phase) => ({
    cases: sendable.filter((testCase) => phase === phaseOf(testCase)),
    operations: operations.filter((each) => methodKind(each) === phase),
    concurrency: phase === "robustness" ? 1 : usualConcurrency,
  }));
  return { cases, reasons, phases };
}

/** Whether `--only` selects something; without it everything is selected. */
export function isWanted({ only }: Run, title: string, group: string): boolean {
  return only.length === 0 || only.some((text) => title.includes(text) || group === text);
}

/** Successful deletes come after those that must be refused, which need the data. */
function phaseOf({ expected: { kind }, group, request }: Case): string {
  if (group === "robustness") return group;
  const isRefused = kind === "invalid" || kind === "unauthenticated";
  return methodKind(request) === "remove" && isRefused ? "refuse" : methodKind(request);
}

function methodKind(request: Pick<HttpRequest, "method">): string {
  if (isRead(request)) return "read";
  return request.method === "DELETE" ? "remove" : "write";
}

/** The empty string: the case is sent. */
function reasonNotToSend(run: Run, { flaw, request, schemes }: Case): string {
  const { contract, secrets, write } = run;
  if (flaw !== undefined) return `${flawSentence(contract, flaw)} It was not sent.`;
  if (!write && !isRead(request)) return "what may write is sent only with --write";
  const missing = schemes
    .filter((name) => secrets[name] === undefined)
    .map((name) => variableOf({ name }));
  return missing.length === 0 ? "" : `the environment has no ${missing.join(" and no ")}`;
}

/** Whether a request succeeds on a server that knows its values. */
export function isValid({ expected: { kind, scenario }, flaw, group }: Case): boolean {
  if (flaw !== undefined || group === "security" || group === "accept") return false;
  return kind === "valid" || (kind === "scenario" && isSuccess(scenario?.status ?? 0));
}
