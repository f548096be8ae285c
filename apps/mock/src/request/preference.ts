import type { Contract, JudgedRequest, Note, Operation, Response } from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { type CustomResponse, explain, type Preference } from "../response/explanation.ts";
import { type Choice, chooseScenario, defaultResponse, firstExample } from "./choice.ts";
import { otherFields } from "./open-question.ts";
import { type Rejection, rejection } from "./problem.ts";

/** The operation and the request that a response is chosen for. */
interface OperationRequest {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly judged: Pick<JudgedRequest, "body" | "values">;
}

/**
 * The response that a preference asks for. An open question is answered in the response that the
 * request gets, unless more is asked for.
 *
 * @returns A string: why the operation has no such response.
 */
export function choosePreferred(
  { contract, judged, operation }: OperationRequest,
  preference: Preference,
  reason: "preferred" | "queued" = "preferred",
): Choice | string {
  const { answer: _, question, ...documented } = preference;
  if (question === undefined) return chooseDocumented(operation, preference, reason);
  const otherwise = otherFields(contract, operation, preference);
  if (typeof otherwise === "string") return otherwise;
  const isAlone = Object.values(documented).every((each) => each === undefined);
  const choice = isAlone
    ? chooseScenario(operation, judged)
    : chooseDocumented(operation, documented, reason);
  return typeof choice === "string" ? choice : { ...choice, otherwise };
}

/**
 * The response with a status, with the name of a scenario or an example (of the first response that
 * has it, unless a status is given), or with a generated body.
 */
function chooseDocumented(
  operation: Operation,
  { code, example, ...how }: Preference,
  reason: "preferred" | "queued",
): Choice | string {
  const { operationId, responses, scenarios } = operation;
  const scenario = code === undefined ? scenarios.find(({ name }) => name === example) : undefined;
  const named = responses.find((each) => namesOf(each).includes(example ?? ""));
  const wantedStatus = code ?? scenario?.status;
  const response =
    wantedStatus === undefined
      ? (named ?? defaultResponse(operation))
      : responseFor(operation, wantedStatus);
  if (response === undefined)
    return `must name a status of ${operationId} (${codesOf(operation)}), not ${code}`;
  const names = namesOf(response);
  if (example !== undefined && scenario === undefined && !names.includes(example)) {
    const known = code === undefined ? [...allNames(operation), codesOf(operation)] : names;
    return `must name one of ${known.join(", ") || "no examples"}, not ${example}`;
  }
  const isGenerated = how.dynamic === true || how.items !== undefined;
  const shown = isGenerated ? undefined : (example ?? firstExample(response));
  const explanation = explain(reason, { operation: operationId, scenario: shown });
  const status = wantedStatus ?? response.status;
  return { response, status, explanation, ...(isGenerated && { preference: how }) };
}

function codesOf({ responses }: Operation): string {
  return responses.map(({ code }) => code).join(", ");
}

function namesOf({ content, undescribed }: Response): string[] {
  return [...content, ...undescribed].flatMap(({ examples }) => examples.map(({ name }) => name));
}

/** The names of the scenarios and the examples of an operation. */
function allNames({ responses, scenarios }: Operation): string[] {
  return [...new Set([...scenarios.map(({ name }) => name), ...responses.flatMap(namesOf)])];
}

/**
 * The response to one request of a sequence: the name of a scenario or an example, a status, what
 * the header `Prefer` can ask for (`items=25`), or a response of one's own.
 */
export type SequenceItem = string | number | CustomResponse;

/**
 * The documented response that an item of a sequence names.
 *
 * @returns A string: why the operation has no such response.
 */
export function chooseQueued(asked: OperationRequest, item: string | number): Choice | string {
  const text = String(item);
  const isName = allNames(asked.operation).includes(text);
  const isStatus = !isName && /^\d{3}$/.test(text);
  const read = isName || !text.includes("=") ? undefined : readPrefer(text);
  const preference = read ?? (isStatus ? { code: Number(text) } : { example: text });
  const choice =
    typeof preference === "string" ? preference : choosePreferred(asked, preference, "queued");
  return typeof choice === "string" ? `${JSON.stringify(item)} ${choice}` : choice;
}

/**
 * What the header `Prefer` asks for (RFC 7240).
 *
 * @returns `undefined`: nothing. A string: what it must be.
 */
export function readPrefer(prefer = ""): Preference | string | undefined {
  const { answer, code, dynamic = "false", example, items, question } = parsePreferences(prefer);
  if (!/^[2-5]\d\d$/.test(code ?? "200"))
    return "must give code a status from 200 to 599, such as code=404";
  if (!/^(?:true|false)$/.test(dynamic)) return "must give dynamic true or false";
  if (!/^\d{1,3}$/.test(items ?? "0")) return "must give items a number from 0 to 999";
  if (example === "") return "must give example a value";
  const isDynamic = dynamic === "true";
  const asked = [code, example, items, question].some((each) => each !== undefined);
  if (!asked && !isDynamic) return undefined;
  return {
    example,
    question,
    answer,
    ...(code !== undefined && { code: Number(code) }),
    ...(items !== undefined && { items: Number(items) }),
    ...(isDynamic && { dynamic: true }),
  };
}

/**
 * The preferences of a header (RFC 7240). The first of each name counts. Parameters after a
 * semicolon are ignored, because none is defined here.
 */
function parsePreferences(prefer: string): Partial<Record<string, string>> {
  const asked = new Map<string, string>();
  for (const preference of prefer.match(/(?:"[^"]*"|[^",])+/g) ?? []) {
    const [, name = "", value = ""] =
      /^\s*([^=;\s]+)\s*(?:=\s*("[^"]*"|[^;]*))?/.exec(preference) ?? [];
    const key = name.toLowerCase();
    if (!asked.has(key)) asked.set(key, value.trim().replace(/^"(.*)"$/, "$1"));
  }
  return Object.fromEntries(asked);
}

/** A 400, which contracts rarely document for anything else. */
export function unmet(message: string): Rejection {
  return rejection([400, "preference", "The preference cannot be met"], "header prefer", message);
}

/** The preferences that the mock ignores. */
export function preferenceNotes(prefer: string | undefined): Note[] {
  const unknown = Object.keys(parsePreferences(prefer ?? "")).filter(
    (name) => !preferences.has(name),
  );
  return unknown.map((name) => ({
    part: "header prefer",
    message: `${name} is ignored: the mock knows ${[...preferences].join(", ")}`,
  }));
}

const preferences: ReadonlySet<string> = new Set([
  "answer",
  "code",
  "dynamic",
  "example",
  "items",
  "question",
]);
