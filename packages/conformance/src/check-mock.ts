import { isDeepStrictEqual } from "node:util";
import {
  isForm,
  isJson,
  isObject,
  isSameForm,
  isSameMediaType,
  type JsonValue,
  type Operation,
} from "@workflow-api/contract";
import type { Answer, Case, MockScenario } from "./case.ts";
import { documentedMedia } from "./check-documented.ts";
import type { Finding } from "./finding.ts";
import { isSameChoice } from "./named-choices.ts";
import { parseBody } from "./parse-body.ts";

/** What an answer of the mock has other than its scenario. */
export function checkMockBody(one: Case, answer: Answer): Finding[] {
  const wanted = one.expected.mock;
  if (wanted === undefined || answer.status !== wanted.status) return [];
  const [header] = Object.entries(wanted.headers ?? {}).filter(
    ([name, value]) => !isSameHeader(name, answer.headers[name], value),
  );
  if (header !== undefined) {
    const message = `The header ${header[0]} is not that of the example.`;
    return [{ name: "response_headers_conformance", message, pointer: one.pointer }];
  }
  if (!isSameScenario(answer, wanted.scenario)) {
    const message = "The mock does not say that it is this scenario, and why.";
    return [{ name: "body_conformance", message, pointer: one.pointer }];
  }
  if (!isSameDeprecation(one, answer)) {
    const message = "The mock does not say of what is deprecated, and of nothing else, that it is.";
    return [{ name: "response_headers_conformance", message, pointer: one.pointer }];
  }
  if (!isSameChoice(messagesOf(answer), wanted.choices)) return [otherChoices(one.pointer)];
  if (wanted.body === undefined || isSameBody(one.operation, answer, wanted.body)) return [];
  return [
    { name: "body_conformance", message: "The body is not that of the example.", pointer: one.pointer },
  ];
}

/** What stands between the mock and its caller may add to what an answer varies by (RFC 9110, 12.5.5), as CORS does. */
function isSameHeader(name: string, came: string | undefined, wanted: string): boolean {
  if (came === undefined) return false;
  // A form in parts states what is between them.
  if (name === "content-type") return isSameMediaType(wanted, came);
  if (name !== "vary") return came === wanted;
  const [others, own] = [came, wanted].map((list) => list.toLowerCase().split(/\s*,\s*/));
  return own?.every((field) => others?.includes(field)) === true;
}

/** The header in which the mock says which scenario answered, and why. Other servers do not have it. */
function isSameScenario({ headers }: Answer, wanted: MockScenario | undefined): boolean {
  const told = headers["mock-scenario"];
  if (told === undefined || wanted === undefined) return true;
  return told === `${encodeURIComponent(wanted.name)}; ${wanted.matched ? "matched" : "default"}`;
}

/** What the mock's engine says is deprecated. That others say nothing of it is their own business. */
function isSameDeprecation(one: Case, answer: Answer): boolean {
  const wanted = one.expected.mock?.deprecated;
  const told = toldDeprecated(one, answer);
  if (wanted === undefined || (answer.headers["mock-scenario"] === undefined && told.length === 0))
    return true;
  const inOrder = (names: readonly unknown[]): string[] =>
    names.map((name) => String(name).toLowerCase()).sort();
  return isDeepStrictEqual(inOrder(told), inOrder(wanted));
}

/** What an answer of the mock says is deprecated: the operation by its id, and parameters by their names. */
export function toldDeprecated({ operation }: Case, { headers }: Answer): unknown[] {
  const violations = parseBody({ body: headers["sl-violations"] ?? "[]" });
  const parameters = (Array.isArray(violations) ? violations : []).flatMap((violation) => {
    const isOne = isObject(violation) && violation["code"] === "deprecated";
    return isOne && Array.isArray(violation["location"]) ? [violation["location"][2]] : [];
  });
  return [...(headers["deprecation"] === "true" ? [operation?.operationId] : []), ...parameters];
}

/** A refusal that names other values than those of an `enum`. */
export function otherChoices(pointer: string): Finding {
  const message = "The values that the refusal names are not those of the contract.";
  return { name: "body_conformance", message, pointer };
}

/** What problem details of the mock or of a judge say is wrong. */
export function messagesOf(answer: Answer): string[] {
  const body = parseBody(answer);
  const validation = isObject(body) ? body["validation"] : undefined;
  if (!Array.isArray(validation)) return [];
  return validation.map((violation) => (isObject(violation) ? String(violation["message"]) : ""));
}

/** Of XML and other media types that are not read, an example that is no text says nothing of the bytes that come. */
function isSameBody(operation: Operation | undefined, answer: Answer, wanted: JsonValue): boolean {
  const contentType = answer.headers["content-type"] ?? "";
  if (isJson(contentType)) return isDeepStrictEqual(parseBody(answer), wanted);
  const isText = typeof wanted === "string" || (typeof wanted !== "object" && /^text\//i.test(contentType));
  if (isText) return answer.body === String(wanted);
  if (!isForm(contentType) || !isObject(wanted)) return true;
  const media = operation && documentedMedia(operation, answer.status, contentType);
  return media !== undefined && isSameForm(media, answer.body, wanted);
}
