import type { Contract, JudgedRequest, Note, Operation } from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { type Choice, chooseScenario, defaultResponse, firstExample } from "./choose.ts";
import { type Rejection, rejection } from "./problem.ts";
import { otherFields } from "./question.ts";
import { type Explanation, explain, type GivenResponse, type Preference } from "./response.ts";

/** The operation and the request that a response is chosen for. */
interface Asked {
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
  { contract, judged, operation }: Asked,
  preference: Preference,
  reason: Explanation["reason"] = "preferred",
): Choice | string {
  const { answer: _, question, ...others } = preference;
  if (question === undefined) return chooseDocumented(operation, preference, reason);
  const otherwise = otherFields(contract, operation, preference);
  if (typeof otherwise === "string") return otherwise;
  const isAlone = Object.values(others).every((each) => each === undefined);
  const choice = isAlone
    ? chooseScenario(operation, judged)
    : chooseDocumented(operation, others, reason);
  return typeof choice === "string" ? choice : { ...choice, otherwise };
}

/**
 * The response with a status, an example (of the first response that has it, unless a status is
 * given), or a generated body.
 */
function chooseDocumented(
  operation: Operation,
  { code, example, ...how }: Preference,
  reason: Explanation["reason"],
): Choice | string {
  const named = operation.responses.find((each) => namesOf(each).includes(example ?? ""));
  const response =
    code === undefined ? (named ?? defaultResponse(operation)) : responseFor(operation, code);
  const { operationId, responses } = operation;
  if (response === undefined)
    return `must name a status of ${operationId} (${responses.map((each) => each.code).join(", ")}), not ${code}`;
  const status = code ?? response.status;
  const names = namesOf(response);
  if (example !== undefined && !names.includes(example)) {
    const known = [...new Set(names)].join(", ") || "none";
    return `must name an example of the response ${status} (${known}), not ${example}`;
  }
  const isGenerated = how.dynamic === true || how.items !== undefined;
  const shown = isGenerated ? undefined : (example ?? firstExample(response));
  const explanation = explain(reason, { operation: operationId, scenario: shown });
  return { response, status, explanation, ...(isGenerated && { preference: how }) };
}

function namesOf({ content }: Operation["responses"][number]): string[] {
  return content.flatMap(({ examples }) => examples.map(({ name }) => name));
}

/**
 * The response to one request of a sequence: the name of a scenario or an example, a status, what
 * the header `Prefer` can ask for (`items=25`), or a response of one's own.
 */
export type SequenceItem = string | number | GivenResponse;

/**
 * The documented response that an item of a sequence names.
 *
 * @returns A string: why the operation has no such response.
 */
export function chooseQueued(asked: Asked, item: string | number): Choice | string {
  const { operation } = asked;
  const text = String(item);
  const scenario = operation.scenarios.find(({ name }) => name === text);
  if (scenario !== undefined) return chooseScenario(operation, asked.judged, scenario);
  const names = operation.responses.flatMap(namesOf);
  const isName = names.includes(text);
  const preference = isName || !text.includes("=") ? undefined : readPrefer(text);
  if (preference !== undefined) {
    const preferred =
      typeof preference === "string" ? preference : choosePreferred(asked, preference, "queued");
    return typeof preferred === "string" ? `${JSON.stringify(item)} ${preferred}` : preferred;
  }
  const isStatus = /^\d{3}$/.test(text) && !isName;
  const how = isStatus ? { code: Number(text) } : { example: text };
  const chosen = chooseDocumented(operation, how, "queued");
  if (typeof chosen === "object") return chosen;
  const scenarios = operation.scenarios.map(({ name }) => name);
  const statuses = operation.responses.map(({ code }) => code);
  const known = [...new Set([...scenarios, ...names, ...statuses])].join(", ");
  return `${operation.operationId} has no response ${JSON.stringify(item)}: choose ${known}`;
}

/**
 * What the header `Prefer` asks for (RFC 7240).
 *
 * @returns `undefined`: nothing. A string: what it must be.
 */
export function readPrefer(prefer: string | undefined): Preference | string | undefined {
  const { answer, code, dynamic, example, items, question } = parse(prefer ?? "");
  const isAsking = [code, example, items, question].some((each) => each !== undefined);
  if (!/^[2-5]\d\d$/.test(code ?? "200"))
    return "must give code a status from 200 to 599, such as code=404";
  if (!/^(?:true|false)$/.test(dynamic ?? "false")) return "must give dynamic true or false";
  if (!isItems(Number(items ?? "0"))) return "must give items a number from 0 to 1000";
  if (example === "") return "must give example a value";
  if (!isAsking && dynamic !== "true") return undefined;
  return {
    example,
    question,
    answer,
    ...(code !== undefined && { code: Number(code) }),
    ...(items !== undefined && { items: Number(items) }),
    ...(dynamic === "true" && { dynamic: true }),
  };
}

/** Whether a list can be generated with so many items. */
function isItems(items: unknown): boolean {
  return Number.isInteger(items) && Number(items) >= 0 && Number(items) <= 1000;
}

type Preferences = Readonly<Partial<Record<string, string>>>;

/**
 * The preferences of a header (RFC 7240). The first of each name counts. Parameters after a
 * semicolon are ignored, because none is defined here.
 */
function parse(prefer: string): Preferences {
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
  const unknown = Object.keys(parse(prefer ?? "")).filter((name) => !preferences.has(name));
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
