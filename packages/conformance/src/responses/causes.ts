import { isSuccess, readJson } from "@workflow-api/contract/http";
import { isObject, type JsonObject, type JsonValue, valueAt } from "@workflow-api/contract/json";
import type { Case } from "../cases/case.ts";
import type { Identity } from "../reports.ts";

// One fault shows in many cases. Findings have one cause if the server does the same, by the same
// keyword and the same kind of deviation, in the same operation or in the same part.

/** What a finding has in common with those of the same fault. */
export interface Cause {
  /** What the server did: `accepted`, a status, why there is no response, or what is wrong in it. */
  readonly symptom: string;
  /** The keyword that is broken. The empty string: none. */
  readonly keyword: string;
  /** In what respect the request is unusual, such as `not ASCII`. The empty string: none. */
  readonly kind: string;
  /** The part of the request or the response, or the schema that operations share. */
  readonly part: string;
  /** The part and the place in it, such as `body /name`. */
  readonly place: string;
  /** The empty string: the operation does not matter. */
  readonly operationId: string;
}

/** The same string for the same cause. */
export function causeKey(cause: Cause): string {
  const rule = [cause.symptom, cause.keyword, cause.kind];
  return JSON.stringify([...rule, cause.part, cause.place, cause.operationId]);
}

/** The names of findings on a request that had to be refused. */
export const accepted: ReadonlySet<string> = new Set([
  "ignored_auth",
  "missing_required_header",
  "negative_data_rejection",
]);

/** The kinds of requests that code for all operations reads: those are one part. */
const kindsOfServer = new Set(["plain", "two lines", "not ASCII", "unreadable body"]);

/**
 * What may have caused an unexpected status, or that there is no response.
 *
 * @param received - The status, or why there is no response.
 */
export function causeOfStatus(testCase: Case, { name, part }: Identity, received: string): Cause {
  const { base, broken, group, pointer } = testCase;
  const { operationId } = base.operation;
  if (part === "status")
    return {
      symptom: received,
      keyword: "",
      kind: plainKind(testCase),
      part,
      place: part,
      operationId,
    };
  if (name === "ignored_auth")
    return {
      symptom: "accepted",
      keyword: "security",
      kind: "",
      part: "security",
      place: "security",
      operationId,
    };
  // Operations share a schema, and the code that validates it.
  const schema = pointer.replace(new RegExp(`/${broken?.keyword}$`), "");
  const shared = schema.startsWith("/components/schemas/") ? schema : part;
  const place = `${part} ${testCase.at}`;
  const usual = { symptom: received, keyword: "", part: shared, place, operationId };
  if (accepted.has(name))
    return {
      ...usual,
      symptom: "accepted",
      keyword: broken?.keyword ?? "",
      kind: broken?.kind ?? "",
    };
  const content = contentKind(testCase);
  if (broken !== undefined && content === "")
    return { ...usual, keyword: broken.keyword, kind: broken.kind ?? "" };
  const kind = group === "robustness" ? part : content || deviationOf(testCase);
  const isOfServer = group === "robustness" || kindsOfServer.has(kind);
  return { ...usual, kind, ...(isOfServer && { part: "", place: "" }) };
}

/**
 * What may have caused invalid content of a response.
 *
 * @param part - The invalid part, or the schema of it that operations share.
 */
export function causeOfContent(name: string, part: string, keyword: string): Cause {
  return { symptom: name, keyword, kind: "", part, place: part, operationId: "" };
}

/** `plain` for the valid request itself, otherwise the empty string. */
function plainKind(testCase: Case): string {
  return testCase.broken === undefined && deviationOf(testCase) === "plain" ? "plain" : "";
}

/** In what respect a valid request is unusual. `plain`: in none. */
function deviationOf(testCase: Case): string {
  const { expected, group, part, tried, values } = testCase;
  if (group === "scenario" && (expected.kind === "valid" || isSuccessful(testCase))) return "plain";
  if (group !== "parameter" && group !== "body") return testCase.title.replace(/^\S+ /, "");
  if (part === "parameter") return "all parameters";
  if (tried === undefined) return values.has(part) ? "media type" : `without ${part}`;
  if (typeof tried === "string") return textKind(tried);
  if (isObject(tried)) return memberKind(testCase, tried);
  return Array.isArray(tried) ? "items" : typeof tried;
}

/** Which member an object has or lacks, unlike that of the base or the complete body. */
function memberKind({ at, base, part, title }: Case, tried: JsonObject): string {
  const [, omitted] = / (without \S+)(?: #\d+)?$/.exec(title) ?? [];
  if (omitted !== undefined) return omitted;
  const before = valueAt(base.values.get(part), at);
  const names = isObject(before) ? Object.keys(before) : [];
  const added = Object.keys(tried).filter((each) => !names.includes(each));
  const removed = names.filter((each) => !(each in tried));
  if (added.length === 1 && removed.length === 0) return `with ${added[0]}`;
  return removed.length === 1 && added.length === 0 ? `without ${removed[0]}` : "object";
}

function isSuccessful({ expected }: Case): boolean {
  return isSuccess(expected.scenario?.status ?? 0);
}

/** What a server may fail at wherever it stands. The empty string: nothing. */
function contentKind({ request, tried }: Case): string {
  if (request.body !== "" && "message" in readJson(request.body)) return "unreadable body";
  return typeof tried === "string" && kindsOfServer.has(textKind(tried)) ? textKind(tried) : "";
}

/** Longer than most columns. */
const long = 100;

function textKind(text: string): string {
  if (text.includes("\n")) return "two lines";
  if (/[^\0-\x7f]/.test(text)) return "not ASCII";
  if (text.trim() === "") return text === "" ? "empty" : "blank";
  if (text.length > long) return "long";
  return /^\d+$/.test(text) ? "digits" : "text";
}

/** The members that a deviation adds, as a JSON Pointer in the body. `undefined`: it is another. */
export function addedMember(testCase: Case): string | undefined {
  const [, name] = /^with (.*)$/s.exec(deviationOf(testCase)) ?? [];
  return testCase.part === "body" && name !== undefined && isObject(testCase.tried)
    ? `${testCase.at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`
    : undefined;
}

/** Whether the body of a case, or the only item of it, has a member. */
export function hasMember({ values }: Case, pointer: string): boolean {
  const body: JsonValue | undefined = values.get("body");
  return ["", "/0"].some((outer) => valueAt(body, outer + pointer) !== undefined);
}
