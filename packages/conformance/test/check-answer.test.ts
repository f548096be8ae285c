import { findOperation, type JsonObject, loadContract } from "@workflow-api/contract";
import { beforeAll, expect, test } from "vitest";
import {
  type Answer,
  type Case,
  type CaseRequest,
  checkAnswer,
  checkResponse,
  deriveAnswers,
  deriveCases,
  exploreAnswers,
  type Target,
} from "../src/index.ts";
import { contractOf } from "./support/contract-with.ts";

let cases: ReadonlyMap<string, Case>;

beforeAll(async () => {
  cases = new Map(deriveCases(await loadContract()).map((one) => [one.title, one]));
});

function caseOf(title: string): Case {
  const one = cases.get(title);
  if (one === undefined) throw new Error(`There is no case ${title}.`);
  return one;
}

/** What the mock answers, with something changed. */
function answerTo(one: Case, changed: Partial<Answer> = {}): Answer {
  const { status = 200, body, headers: own } = one.expected.mock ?? {};
  const headers = { "content-type": "application/vnd.api+json", ...own };
  return { status, headers, body: body === undefined ? "" : JSON.stringify(body), ...changed };
}

function names(title: string, changed: Partial<Answer>, as: "service" | "mock" = "service"): string[] {
  const one = caseOf(title);
  return checkAnswer(one, answerTo(one, changed), { as }).map(({ name }) => name);
}

test("The answer of the example agrees, for a service and for the mock.", () => {
  expect(names("getVariablesCage 200 full", {})).toEqual([]);
  expect(names("getVariablesCage 200 full", {}, "mock")).toEqual([]);
});

const wrong: readonly [title: string, changed: Partial<Answer>, found: string][] = [
  ["getVariablesCage 200 full", { status: 202 }, "status_code_conformance"],
  ["getVariablesCage 200 full", { status: 500 }, "not_a_server_error"],
  [
    "getVariablesCage 200 full",
    { headers: { "content-type": "application/json" } },
    "content_type_conformance",
  ],
  ["getVariablesCage 200 full", { headers: {} }, "content_type_conformance"],
  ["getVariablesCage 200 full", { body: "{" }, "response_schema_conformance"],
  ["getVariablesCage 200 full", { body: '{"data":{}}' }, "response_schema_conformance"],
  ["getVariablesCage 401 with no credentials", { status: 200 }, "ignored_auth"],
  ["getVariablesCage 4XX without header X-Domain", { status: 200 }, "missing_required_header"],
  ["getVariablesCage 4XX query include/0 against enum", { status: 200 }, "negative_data_rejection"],
  ["getVariablesCage 2XX path id other scripts", { status: 422 }, "positive_data_acceptance"],
  ["getVariablesCage 4XX by PUT", { status: 200 }, "unsupported_method"],
];

test.each(wrong)("%s answered with %j is found as %s", (title, changed, found) => {
  expect(names(title, changed)).toContain(found);
});

test("What include did not ask for must not come.", () => {
  const full = caseOf("getVariablesCage 200 full");
  const { body } = answerTo(full);
  expect(names("getVariablesCage 200 full with author included", { body })).toEqual(
    full.operation?.includes.slice(1).map(() => "include_conformance"),
  );
});

test("The mock answers with the example itself, a service with any body of the schema.", () => {
  const body = '{"acknowledge":false}';
  const title = "resetSmartContractInstance 200 acknowledged";
  expect(names(title, { body })).toEqual([]);
  expect(names(title, { body }, "mock")).toEqual(["body_conformance"]);
});

test("A message names the place, never the value.", () => {
  const one = caseOf("getVariablesCage 200 full");
  const findings = checkAnswer(one, answerTo(one, { body: '{"data":"s3cret"}' }));
  expect(findings[0]?.message).toContain("/data");
  expect(JSON.stringify(findings)).not.toContain("s3cret");
});

/** A judge of answers that refuses what it is told to, in words of its own. */
function judgeBy(refuses: (request: CaseRequest, answer: Answer) => boolean, message = "No."): Target {
  const body = JSON.stringify({ validation: [{ message }] });
  const refusal = { status: 500, headers: { "content-type": "application/problem+json" }, body };
  return {
    send: async ({ answer, request }) => {
      if (answer === undefined) throw new Error("A judge is given an answer.");
      return refuses(request, answer) ? refusal : answer;
    },
  };
}

async function namesOf(judge: Target): Promise<Set<string>> {
  const found = new Set<string>();
  for (const one of deriveAnswers(await loadContract()))
    for (const { name } of checkAnswer(one, await judge.send(one))) found.add(name);
  return found;
}

test("A body of one of several kinds is told what its own kind has against it.", async () => {
  const kind = (name: string, member: string): JsonObject => ({
    required: [member],
    properties: { kind: { const: name }, [member]: { type: "integer" } },
  });
  const schema = { type: "object", oneOf: [kind("cat", "claws"), kind("dog", "barks")] };
  const { operations } = await contractOf({
    openapi: "3.1.1",
    info: { title: "Pets", version: "1.0.0" },
    paths: {
      "/pet": {
        get: {
          operationId: "readPet",
          responses: { "200": { description: "It is here.", content: { "application/json": { schema } } } },
        },
      },
    },
  });
  const [readPet] = operations;
  if (readPet === undefined) throw new Error("The contract has no operation.");
  const answer = { status: 200, headers: { "content-type": "application/json" } };
  const body = JSON.stringify({ kind: "dog", barks: "loudly" });
  expect(checkResponse(readPet, { ...answer, body }).map(({ message }) => message)).toEqual([
    "The body at /barks must be integer (type).",
    "The body at its root must match exactly one schema in oneOf (oneOf).",
  ]);
});

test("A judge of answers is tried as a server is: it passes on what is allowed, and nothing else.", async () => {
  const contract = await loadContract();
  const isWrong = ({ method, target }: CaseRequest, answer: Answer): boolean => {
    const operation = findOperation(contract, method, target.replace(/\?.*/, ""))?.operation;
    return operation === undefined || checkResponse(operation, answer).length > 0;
  };
  expect(await namesOf(judgeBy(isWrong))).toEqual(new Set());
  expect(await namesOf(judgeBy(() => false))).toEqual(new Set(["negative_data_rejection"]));
  expect(await namesOf(judgeBy(() => true))).toEqual(new Set(["positive_data_acceptance"]));
  const another: Target = {
    send: async ({ answer }) => ({ status: 299, headers: {}, body: answer?.body ?? "" }),
  };
  expect(await namesOf(another)).toContain("positive_data_acceptance");
});

test("A judge that refuses an answer by a list of other values is found where it has to be to the letter.", async () => {
  const answers = deriveAnswers(await loadContract());
  const one = answers.find(({ choices }) => choices !== undefined);
  if (one === undefined) throw new Error("The contract has an enum.");
  const came = await judgeBy(() => true, "must be equal to one of the allowed values: none").send(one);
  expect(checkAnswer(one, came)).toEqual([]);
  expect(checkAnswer(one, came, { as: "mock" }).map(({ name }) => name)).toEqual(["body_conformance"]);
});

test("Random answers find a judge that passes on everything.", async () => {
  const found = await exploreAnswers(
    await loadContract(),
    judgeBy(() => false),
  );
  expect(found).not.toEqual([]);
  expect(found.every(({ allowed }) => !allowed)).toBe(true);
});

test("The mock has the headers of the example; what it varies by may be more.", () => {
  const one = caseOf("getVariablesCage 200 full");
  const { mock } = one.expected;
  if (mock === undefined) throw new Error("The mock answers it.");
  const wanted = { ...mock, headers: { vary: "Accept", "x-count": "1" } };
  const found = (headers: Record<string, string>): string[] => {
    const sent = { "content-type": "application/vnd.api+json", ...headers };
    const expecting = { ...one, expected: { ...one.expected, mock: wanted } };
    return checkAnswer(expecting, answerTo(one, { headers: sent }), { as: "mock" }).map(({ name }) => name);
  };
  expect(found({ vary: "Origin, accept", "x-count": "1" })).toEqual([]);
  expect(found({ vary: "Origin", "x-count": "1" })).toEqual(["response_headers_conformance"]);
  expect(found({ vary: "Accept", "x-count": "1, 2" })).toEqual(["response_headers_conformance"]);
  expect(found({ "x-count": "1" })).toEqual(["response_headers_conformance"]);
});
