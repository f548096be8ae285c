import {
  appendPointer,
  type Include,
  isJson,
  type JsonValue,
  missedIncludes,
  parseParameter,
  valueAt,
} from "@workflow-api/contract";
import type { Answer, Case } from "./case.ts";
import { documentedMedia } from "./check-documented.ts";
import type { CheckOptions } from "./check-status.ts";
import type { Finding } from "./finding.ts";
import { parseBody } from "./parse-body.ts";
import { targetParts } from "./target-parts.ts";

/** What a body of success holds that was not asked for by `x-includes`, and what it lacks that was. */
export function checkIncludes(
  one: Case,
  answer: Answer,
  as: NonNullable<CheckOptions["as"]> = "service",
): Finding[] {
  if (answer.status < 200 || answer.status > 299 || (one.operation?.includes ?? []).length === 0) return [];
  const body = parseBody(answer);
  return [...checkAbsent(one, body), ...checkPresent(one, answer, body, as)];
}

function checkAbsent({ expected, operation }: Case, body: JsonValue | undefined): Finding[] {
  return expected.absent
    .filter((pointer) => valueAt(body, pointer) !== undefined)
    .map((pointer) => ({
      name: "include_conformance",
      message: `${pointer} came, though the request did not ask for it.`,
      pointer: operation?.includes.find(({ adds }) => adds === pointer)?.pointer ?? "",
    }));
}

/** What is asked for is read from the request itself, which may be a shorter one than that of the case. */
function checkPresent(
  one: Case,
  { headers, status }: Answer,
  body: JsonValue | undefined,
  as: "service" | "mock",
): Finding[] {
  const { operation, request } = one;
  const type = headers["content-type"] ?? "";
  const media = operation && documentedMedia(operation, status, type);
  if (media === undefined || body === undefined || !isJson(type) || !isRight(one)) return [];
  const { query } = targetParts(request.target);
  return missedIncludes(operation?.includes ?? [], (each) => parseParameter(each, query), media, body)
    .filter(({ adds }) => !isExample(one, as) || isShown(one, adds))
    .map((include) => missing(include, body));
}

function isRight({ expected: { verdict } }: Case): boolean {
  return verdict === "scenario" || verdict === "valid";
}

/** Whether the answer is an example, which is not to hold more than the contract shows. */
function isExample({ request }: Case, as: "service" | "mock"): boolean {
  return as === "mock" || request.headers["Prefer"] !== undefined;
}

function isShown({ expected }: Case, pointer: string): boolean {
  return valueAt(expected.mock?.body, pointer) !== undefined;
}

function missing({ adds, parameter, pointer, value }: Include, body: JsonValue): Finding {
  const came = valueAt(body, adds) === null ? "is null" : "did not come";
  return {
    name: "include_conformance",
    message: `${adds} ${came}, though ${parameter.name}=${value} asks for it: send it then, or change x-includes.`,
    pointer: appendPointer(pointer, value),
  };
}
