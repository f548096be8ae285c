import { isDeepStrictEqual } from "node:util";
import {
  type Contract,
  findOperation,
  isJson,
  loadContract,
  type Operation,
  parameterKey,
  projectIncludes,
  type Scenario,
  type Selection,
  selectScenario,
} from "@workflow-api/contract";
import { beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../src/case.ts";
import { type Case, checkAnswer, deriveCases, type Report, type Target } from "../src/index.ts";
import { targetParts } from "../src/target-parts.ts";
import { verify } from "../src/verify/verify.ts";

let contract: Contract;

beforeAll(async () => {
  contract = await loadContract();
});

/** A mock: it answers with the scenario of a request. */
const mock: Target = {
  send: async ({ request: { body, headers, method, target } }) => {
    const operation = findOperation(contract, method, targetParts(target).path)?.operation;
    const byName = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const isSentJson = isJson(headers["Content-Type"] ?? "");
    const sent: unknown = typeof body === "string" && isSentJson ? JSON.parse(body) : body;
    const request = { target, headers: Object.fromEntries(byName), body: sent };
    const selected = operation && selectScenario(operation, request);
    if (operation === undefined || selected === undefined) return { status: 501, headers: {}, body: "" };
    return answerWith(operation, selected);
  },
};

function answerWith({ includes, method, responses }: Operation, { asked, scenario }: Selection): Answer {
  const { mediaType, response, responseKey, status } = scenario;
  const documented = responses.find((each) => each.status === responseKey)?.headers ?? [];
  const headers = Object.fromEntries(
    documented.map(({ name, sample }) => [name.toLowerCase(), String(sample)]),
  );
  if (mediaType === undefined || response === undefined || method === "HEAD")
    return { status, headers, body: "" };
  const body = status < 300 ? projectIncludes(includes, asked, response) : response;
  return {
    status,
    headers: { ...headers, "content-type": mediaType },
    body: isJson(mediaType) ? JSON.stringify(body) : String(body),
  };
}

async function verifyMock(values: Readonly<Record<string, string>>, exact: boolean): Promise<Report> {
  return await verify({
    contract,
    target: mock,
    baseUrl: "http://127.0.0.1",
    credentials: Object.fromEntries(contract.securitySchemes.map(({ key }) => [key, "s3cret"])),
    values,
    exact,
    seed: 1,
    explore: 0,
    write: true,
    only: ["scenario", " included"],
    known: new Set(),
    allowUntried: false,
    concurrency: 1,
    rate: 0,
    interrupted: undefined,
  });
}

/** The titles of an outcome, but for what is no scenario: the mock knows no preference, and makes up no answer. */
const namesOf = (report: Report, outcome: string): string[] =>
  report.results
    .filter((result) => result.outcome === outcome && !/ (preferred|without a scenario)$/.test(result.title))
    .map(({ title }) => title);

/** Each text that a scenario has, by the name of its parameter, and one that none has. */
function givenValues(): [name: string, value: string][] {
  const pairs = contract.operations.flatMap(({ parameters, scenarios }) =>
    parameters.flatMap((parameter): [string, string][] => {
      const own = scenarios.map(({ values }) => values.get(parameterKey(parameter)));
      const texts = own.filter((value) => typeof value === "string");
      const unknown = parameter.in === "path" ? ["unheard-of"] : [];
      return [...texts, ...unknown].map((text) => [parameter.name, text]);
    }),
  );
  return [...new Map(pairs.map((pair) => [pair.join("="), pair])).values()];
}

test("A mock that keeps its scenarios agrees exactly, whatever values are given.", async () => {
  const given = givenValues();
  expect(given).not.toEqual([]);
  for (const [name, value] of given)
    expect(namesOf(await verifyMock({ [name]: value }, true), "failed"), `${name}=${value}`).toEqual([]);
});

describe("With a value that a scenario does not have", () => {
  interface Replacing {
    readonly operation: Operation;
    readonly scenario: Scenario;
    readonly name: string;
    readonly key: string;
    readonly value: string;
  }

  /** An error, and a value that makes of its request one that succeeds; of an operation that can be asked for more. */
  function replacing(): Replacing {
    const asking = contract.operations.filter(({ includes }) => includes.length > 0);
    const [first] = asking.flatMap((operation) => {
      const errors = operation.scenarios.filter(({ status }) => status >= 400);
      return errors.flatMap((scenario) => othersOf(operation, scenario));
    });
    if (first === undefined) throw new Error("Some error has a value of its own.");
    return first;
  }

  function othersOf(operation: Operation, scenario: Scenario): Replacing[] {
    return operation.parameters.flatMap((parameter) => {
      const key = parameterKey(parameter);
      const value = operation.defaultScenario?.values.get(key);
      const isOther = typeof value === "string" && value !== scenario.values.get(key);
      return isOther ? [{ operation, scenario, name: parameter.name, key, value }] : [];
    });
  }

  const titleOf = ({ operation, scenario }: Replacing): string =>
    `${operation.operationId} ${scenario.status} ${scenario.name}`;

  test("it is not sent to a mock, and the report says why; without it is.", async () => {
    const replaced = replacing();
    const { name, value } = replaced;
    const { results } = await verifyMock({ [name]: value }, true);
    expect(results.find(({ title }) => title === titleOf(replaced))).toMatchObject({
      outcome: "skipped",
      reason: `With what was given for ${name} it is no longer the request of its scenario: leave that out to send it.`,
    });
    expect(namesOf(await verifyMock({}, true), "passed")).toContain(titleOf(replaced));
  });

  test("nothing is known of what a mock answers to it, and every other request is tried all the same.", () => {
    const replaced = replacing();
    const { key, name, operation, value } = replaced;
    const values = new Map([[key, value]]);
    const derive = (given: boolean): readonly Case[] =>
      deriveCases(contract, given ? { values: (each) => (each === operation ? values : new Map()) } : {});
    const one = derive(true).find(({ title }) => title === titleOf(replaced));
    if (one === undefined) throw new Error("The case is there.");
    expect(one.replaced).toEqual([name]);
    expect(checkAnswer(one, { status: 200, headers: {}, body: "" }, { as: "mock" })).toEqual([]);
    const tried = derive(true);
    const isTried = ({ request, title }: Case): boolean =>
      tried.some((other) => other.title === title || isDeepStrictEqual(other.request, request));
    // A scenario that has another value there is not that scenario any more.
    const others = operation.scenarios.filter(({ values: own }) => own.get(key) !== value);
    const isOther = ({ title }: Case): boolean =>
      others.some(({ name: own, status }) => title.startsWith(`${operation.operationId} ${status} ${own} `));
    const included = derive(false).filter((each) => each.title.endsWith(" included") && !isOther(each));
    expect(included).not.toEqual([]);
    expect(included.filter((each) => !isTried(each)).map(({ title }) => title)).toEqual([]);
  });
});
