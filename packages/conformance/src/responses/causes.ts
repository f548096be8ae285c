import { isSuccess } from "@workflow-api/contract/http";
import { isObject, type JsonValue } from "@workflow-api/contract/json";
import type { Case } from "../cases/case.ts";
import type { Identity } from "../reports.ts";
import { displayValue } from "../values/edges.ts";

// One fault shows in many cases. By itself, a finding has the narrowest cause: one part of one
// operation. Where nearly all cases of a wider scope fail alike, that scope is the cause.

/** A wider cause of a finding. */
export interface WiderCause {
  /** Findings with this cause have the same string. */
  readonly cause: string;
  /** The cases that could show it: those with this scope (`scopesOf`). */
  readonly scope: string;
}

/** What may have caused a finding. */
export interface Causes {
  /** The narrowest cause. */
  readonly cause: string;
  readonly wider: readonly WiderCause[];
}

/** The same string for the same parts of a key. */
export function causeKey(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/**
 * The scopes that a case that was sent belongs to: the server, reads or writes, its kind, its
 * operation, what it breaks, in all operations and in its own, the same case of all operations, and
 * the value, the characters and the members that it sends.
 */
function requestScopes(testCase: Case): string[] {
  const { at, broken, expected, operation, part, request, title, tried, values } = testCase;
  const isSuccessful = isSuccess(expected.scenario?.status ?? 0);
  const kind = isSuccessful ? "valid" : expected.kind;
  const changed = kind === "robustness" ? at : part;
  const [place = ""] = changed.split(" ");
  const id = operation?.operationId ?? "";
  const keyword = broken?.keyword ?? "";
  const isRead = request.method === "GET" || request.method === "HEAD";
  return [
    causeKey("server"),
    causeKey("method", isRead ? "read" : "write"),
    causeKey(kind),
    ...(broken?.lax === undefined
      ? []
      : [causeKey("lax", broken.lax), causeKey("lax", broken.lax, place)]),
    causeKey(kind, part),
    causeKey(kind, "", keyword),
    causeKey(kind, part, keyword),
    causeKey("case", title.slice(id.length)),
    causeKey(id),
    causeKey(id, kind),
    causeKey(id, "", changed),
    ...(kind === "valid" ? [] : [causeKey(id, "refused", changed)]),
    causeKey(id, kind, part),
    causeKey(id, kind, part, keyword),
    causeKey(id, kind, part, "", at),
    ...(tried === undefined
      ? []
      : [
          causeKey("value", displayValue(tried)),
          causeKey("value", place, displayValue(tried)),
          causeKey(kind, place, keyword, displayValue(tried)),
        ]),
    ...unusualCharacters(tried).map((character) => causeKey("character", character)),
    ...membersOf(values.get("body")).map((name) => causeKey(id, kind, "with", name)),
  ];
}

/** The characters of a string that a server may have no place for. */
function unusualCharacters(value: JsonValue | undefined): readonly string[] {
  const found = typeof value === "string" ? (value.match(/[^ -~]/gu) ?? []) : [];
  return found.some((each) => each > "~") ? [...found, "not ASCII"] : found;
}

function membersOf(body: JsonValue | undefined): string[] {
  return isObject(body) ? Object.keys(body) : [];
}

/** The scopes of the content of a response. Empty: it is not judged. */
function contentScopes({ expected, operation }: Case, status: number): string[] {
  if (expected.kind === "robustness") return [];
  const kind = isSuccess(status) ? "success" : "error";
  return [causeKey("content", kind), causeKey("content", operation?.operationId ?? "", kind)];
}

/**
 * All scopes of a case that was sent.
 *
 * @param status - That of its response. `undefined`: there was none.
 */
export function scopesOf(testCase: Case, status: number | undefined): string[] {
  const content = status === undefined ? [] : contentScopes(testCase, status);
  return [...requestScopes(testCase), ...content];
}

/** The names of findings on a request that had to be refused. */
export const accepted: ReadonlySet<string> = new Set([
  "ignored_auth",
  "missing_required_header",
  "negative_data_rejection",
]);

/**
 * What may have caused an unexpected status, or that there is no response.
 *
 * @param received - The status, or why there is no response.
 */
export function causesOfStatus(testCase: Case, { name, part }: Identity, received: string): Causes {
  const { at, broken, operation, pointer } = testCase;
  const symptom = accepted.has(name) ? "accepted" : received;
  const id = operation?.operationId ?? "";
  const isOfPart = part === testCase.part;
  const schema = pointer.replace(new RegExp(`/${broken?.keyword}$`), "");
  // Operations share a schema, and the code that validates it.
  const isShared = isOfPart && schema.startsWith("/components/schemas/");
  const place = isShared ? [schema] : [id, part, isOfPart ? at : ""];
  // What all valid requests fail by is no other cause where unusual or invalid ones fail by it.
  const further = [causeKey("valid"), causeKey(id, "valid")];
  return {
    cause: causeKey(symptom, ...(part === "status" ? [part] : place)),
    wider: widerCauses([...requestScopes(testCase), ...further], symptom),
  };
}

/**
 * What may have caused invalid content of a response.
 *
 * @param place - The invalid part, or the schema of it that operations share.
 * @param symptom - What is wrong there, without a missing member.
 */
export function causesOfContent(
  testCase: Case,
  status: number,
  place: string,
  { keyword, symptom }: { readonly keyword: string; readonly symptom: string },
): Causes {
  return {
    cause: causeKey("content", place, keyword),
    wider: widerCauses(contentScopes(testCase, status), symptom),
  };
}

function widerCauses(scopes: readonly string[], symptom: string): WiderCause[] {
  return scopes.map((scope) => ({ cause: causeKey(scope, symptom), scope }));
}
