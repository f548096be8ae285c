import {
  type Case,
  createBaseRequest,
  createMaker,
  deriveOperationCases,
  variableOf,
} from "@workflow-api/conformance";
import type { Operation } from "@workflow-api/contract";
import { isSuccess } from "@workflow-api/contract/http";
import { isEqual, type JsonValue } from "@workflow-api/contract/json";
import { randomTitle } from "../options.ts";
import { flawSentence } from "../results/evaluate.ts";
import { canAnswer } from "../results/open-questions.ts";
import type { Control } from "../state/control.ts";
import { itemTemplate, pathKeys, resourceTemplate } from "../state/paths.ts";
import { isRead, type Run } from "./session.ts";

// What is sent, and in which order.

/** How many cases of an operation are sent, and for how long, in milliseconds. */
const usual = { cases: 400, time: 120_000 };

/** The limits of an operation. `--only` with its name lifts them. */
export function limitsOf({ only }: Pick<Run, "only">, { operationId }: Operation): typeof usual {
  const isNamed = only.some((text) => text.includes(operationId));
  const none = Number.POSITIVE_INFINITY;
  return isNamed ? { cases: none, time: none } : usual;
}

/** How many requests are sent at the same time. */
export const usualConcurrency = 8;

/**
 * The operations that a run tries: what creates first, then reads, updates, and deletes, each with
 * the outer resources first.
 */
export function orderedOperations(run: Run): Operation[] {
  const { operations } = run.contract;
  const templates = new Set(operations.flatMap((each) => resourceTemplate(each) ?? []));
  const rankOf = (operation: Operation): number => {
    if (operation.method === "DELETE") return 3;
    if (operation.method === "GET") return 1;
    return operation.method === "POST" && templates.has(itemTemplate(operation)) ? 0 : 2;
  };
  const depthOf = (operation: Operation): number => pathKeys(operation).length;
  return operations
    .filter((operation) => isSelected(run, operation))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || depthOf(a) - depthOf(b));
}

/**
 * The same for their cases: reads come first, since a server may keep and show what it should have
 * refused.
 */
export function readsFirst<Item extends { readonly operation: Operation }>(
  items: readonly Item[],
): Item[] {
  const isWriting = ({ operation }: Item): number => Number(!isRead(operation));
  return items.toSorted((a, b) => isWriting(a) - isWriting(b));
}

/** Whether a run tries an operation at all. */
function isSelected(run: Run, operation: Operation): boolean {
  if (run.only.length === 0 && !run.questions) return true;
  if (!run.questions && isWanted(run, randomTitle(operation.operationId, run.seed), "random"))
    return true;
  if (run.only.some((text) => text === "state")) return true;
  const base = createBaseRequest(run.contract, operation, createMaker(run.seed), run.data);
  return selectedCases(run, deriveOperationCases(base)).length > 0;
}

/** The cases that a run sends of these. */
export function selectedCases(run: Run, cases: readonly Case[]): Case[] {
  const { openQuestions } = run.contract;
  return cases.filter(
    (testCase) =>
      isWanted(run, testCase.title, testCase.group) &&
      (!run.questions || openQuestions.some((question) => canAnswer(testCase, question))),
  );
}

/** Whether `--only` selects something; without it everything is selected. */
export function isWanted({ only }: Pick<Run, "only">, title: string, group: string): boolean {
  return only.length === 0 || only.some((text) => title.includes(text) || group === text);
}

/** Why a case is not sent, and what to do about it. The empty string: it is. */
export function reasonNotToSend(run: Run, control: Control, testCase: Case): string {
  const { contract, secrets, write } = run;
  const { flaw, request, schemes } = testCase;
  if (flaw !== undefined) return `${flawSentence(contract, flaw)} It was not sent.`;
  if (!write && !isRead(request)) return "what may write is sent only with --write";
  if (control.reason !== "" && !isRead(request)) return control.reason;
  if (!isRead(request) && !isHarmless(run, control, testCase))
    return "it may change what is not its own";
  const missing = schemes
    .filter((name) => secrets[name] === undefined)
    .map((name) => variableOf({ name }));
  return missing.length === 0 ? "" : `the environment has no ${missing.join(" and no ")}`;
}

/** Whether a request that may write can only concern what the run made, or what it was given. */
function isHarmless(run: Run, { operation, resource }: Control, testCase: Case): boolean {
  const { base, group, part, request, tried } = testCase;
  const keys = pathKeys(operation);
  if (group === "method") {
    const isGiven = keys.every((key) => run.data.valuesOf(operation).has(key));
    const isOwn = resource?.isMade === true || (keys.length > 0 && isGiven);
    return isOwn || (request.method === "POST" && resource === undefined);
  }
  if (!part.startsWith("path ") || tried === undefined) return true;
  return isNobodysId(tried, base.values.get(part));
}

/** Whether a value of a path is what the run made, in whatever spelling, or can be nobody's id. */
function isNobodysId(tried: JsonValue, own: JsonValue | undefined): boolean {
  const text = typeof tried === "string" ? tried : JSON.stringify(tried);
  // Such as 1, which others may have. A lax server also reads 7_0, or digits of any script.
  const isNumeric = /^\P{L}*\p{N}\P{L}*$|^0x/u.test(text);
  if (!isNumeric || isEqual(tried, own)) return true;
  const digits = text.replaceAll(/\P{N}/gu, "");
  return /^\d+$/.test(digits) && Number(digits) === Number(own);
}

/** Whether a request succeeds on a server that knows its values. */
export function isExpectedToSucceed({ expected: { kind, scenario }, flaw, group }: Case): boolean {
  if (flaw !== undefined || group === "security" || group === "accept") return false;
  return kind === "valid" || (kind === "scenario" && isSuccess(scenario?.status ?? 0));
}
