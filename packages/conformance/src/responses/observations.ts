import {
  type HttpResponse,
  type Operation,
  type OtherAnswer,
  type Response,
  readBody,
  type Shape,
  type Violation,
} from "@workflow-api/contract";
import { mediaOf, responseFor } from "@workflow-api/contract/http";
import { appendPointer, isObject, type JsonValue, valueAt } from "@workflow-api/contract/json";
import type { Case } from "../cases/case.ts";
import type { Identity } from "../reports.ts";
import { accepted } from "./causes.ts";

// What a finding shows of the parts of a contract that may rest on an open question.

/** What was observed instead of what the contract assumes, at a JSON Pointer of the contract. */
export interface Observation {
  readonly answer: OtherAnswer;
  readonly pointer: string;
}

/** What an unexpected status shows. Empty: a redirect, or a failure of the server. */
export function observeStatus(
  testCase: Case,
  { name }: Pick<Identity, "name">,
  status: number,
): Observation[] {
  const { operation, pointer, schemes } = testCase;
  if (operation === undefined) return [];
  if ((status >= 300 && status < 400) || status >= 500) return [];
  const security = `${operation.pointer}/security`;
  if (name === "ignored_auth") {
    const known = operation.security.flat().map((scheme) => scheme.name);
    // Nothing, or an incomplete credential, is not another way to authenticate.
    const isOther = schemes.some((each) => !known.includes(each));
    return isOther ? [{ answer: "ignored", pointer: security }] : [];
  }
  if (accepted.has(name)) return [{ answer: "ignored", pointer }];
  const isDocumented = responseFor(operation, status) !== undefined;
  const responses = isDocumented ? [] : [`${operation.pointer}/responses`];
  return [...partsTested(testCase, operation, status, isDocumented), ...responses].map((each) => ({
    answer: "any status",
    pointer: each,
  }));
}

/** The parts of the contract that a status says something of. Empty: of any request. */
function partsTested(
  { expected: { scenario }, group, part, pointer }: Case,
  { defaultScenario, parameters, pointer: operationPointer }: Operation,
  status: number,
  isDocumented: boolean,
): string[] {
  // Another undocumented status is about what was asked for, and not about the form of a value.
  const isOfForm = isDocumented || status === 400 || status === 422;
  if (scenario !== undefined) {
    const named = parameters.filter(({ key }) => isOfForm && scenario.named.has(key));
    const values = named.map((parameter) => parameter.pointer);
    return scenario === defaultScenario ? [] : [pointer, ...values];
  }
  if (group === "security") return [`${operationPointer}/security`];
  return isOfForm || !/^(path|query|header) /.test(part) ? [pointer] : [];
}

/** What invalid content of a response shows: a field that is missing or null. */
export function observeContent(
  documented: Response,
  response: HttpResponse,
  { missing, part, pointer }: Violation,
): Observation[] {
  const media = mediaOf(documented.content, response.headers["content-type"]);
  if (part !== "body" || media === undefined) return [];
  const value = valueAt(readBody(response).value, pointer);
  if (missing !== undefined) {
    // A member under another name is there.
    if (isRenamed(media.shape.at(pointer), value, missing)) return [];
    const field = media.shape.at(appendPointer(pointer, missing));
    return [{ answer: "absent", pointer: field.pointer }];
  }
  return value === null ? [{ answer: "null", pointer: media.shape.at(pointer).pointer }] : [];
}

/** Whether an object has a member that is not documented, and is named almost as a missing one. */
function isRenamed(shape: Shape, value: JsonValue | undefined, missing: string): boolean {
  const plain = (name: string): string => name.replaceAll(/[^A-Za-z\d]/g, "").toLowerCase();
  const missingName = plain(missing);
  return Object.keys(isObject(value) ? value : {})
    .filter((name) => !shape.names.includes(name))
    .map(plain)
    .some((name) => name.includes(missingName) || (name.length > 2 && missingName.includes(name)));
}
