import { type Case, checkResponse, createHttpTarget, deriveCases } from "@workflow-api/conformance";
import {
  askedIncludes,
  type Contract,
  type HttpRequest,
  type HttpResponse,
  loadContract,
  pruneIncludes,
  readContract,
} from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { type JsonValue, replaceAt } from "@workflow-api/contract/json";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { createMock, startMock } from "../src/index.ts";
import { createMockOf, type Mock } from "../src/mock.ts";
import { contractFile } from "./support/requests.ts";

// Every case that the contract implies, held to what holds for any server, and to what the mock
// promises beside: a scenario is exact, a refusal names the part that is wrong, a page gets what a
// server gets, and a plan changes nothing but the time that a response takes.

const [packaged, further] = [loadContract(), readContract(furtherContract())];

test("each case of the contract gets over HTTP what is promised", async () => {
  const running = await startMock({ contract: packaged });
  const { send } = createHttpTarget(running.url);
  for (const testCase of deriveCases(packaged))
    expectPromises(testCase, await send(testCase.request));
  await running.close();
});

test("each case of the whole profile gets what is promised", async () => {
  const { respond } = createMock(further);
  for (const testCase of cases.get(further) ?? [])
    expectPromises(testCase, await respond(testCase.request));
});

/** The cases by their contract: it takes a while to derive them. */
const cases = new Map(
  [packaged, loadContract(contractFile), further].map((each) => [each, deriveCases(each)]),
);

test.each([...cases])(
  "a page, which has no Prism, gets the same scenarios (%#)",
  async (...row) => {
    const [contract, derived] = row;
    const [server, page] = [createMock(contract), createMockOf(contract, { loadPrism: undefined })];
    for (const { group, request, title } of derived) {
      if (group !== "scenario" && group !== "security") continue;
      expect.soft(await page.respond(request), title).toEqual(await server.respond(request));
    }
  },
);

test.each([...cases])("responses and the journal are the same with plans (%#)", async (...row) => {
  const [contract, derived] = row;
  const [planned, plain] = [createMock(contract), createMockWithoutPlans(contract)];
  const requests = [...derived.map(({ request }) => request), ...oddRequests(contract, derived)];
  const expected: HttpResponse[] = [];
  for (const request of requests) expected.push(await plain.respond(request));
  // A plan is made by the second request of a shape, and used from the third on.
  for (let round = 0; round < 3; round++)
    for (const [at, request] of requests.entries()) {
      const response = await planned.respond(request);
      // A deep comparison is slow.
      if (JSON.stringify(response) !== JSON.stringify(expected[at]))
        expect(response).toEqual(expected[at]);
    }
  const last = messagesOf(plain);
  expect(messagesOf(planned).slice(-last.length)).toEqual(last);
});

function createMockWithoutPlans(contract: Contract): Mock {
  // While any sequence waits, there are no plans.
  const { controls } = createMock(contract);
  const waiting = { ...controls, hasSequence: () => true, next: () => undefined };
  return createMock(contract, { controls: waiting });
}

/** Requests with path parameters of many kinds. */
function oddRequests({ operations }: Contract, derived: readonly Case[]): HttpRequest[] {
  const ids = ["a-1", "a-2", "17", "undefined", "cage-dat", "9".repeat(17), "%20", "{id}", "a,b"];
  return operations.flatMap(({ method, path, scenarios }) =>
    ids.map((id, at) => {
      const sample = derived.find(({ request }) => request.method === method)?.request;
      const values = scenarios[at % scenarios.length]?.values;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        at % 3 === 0 ? id : encodeURIComponent(String(values?.get(`path ${name}`) ?? id)),
      );
      return { method, path: filled, query: "", headers: { ...sample?.headers }, body: "" };
    }),
  );
}

function messagesOf({ journal }: Mock): object[] {
  return journal
    .entries()
    .map(({ at: _at, duration: _duration, number: _number, ...entry }) => ({ ...entry }));
}

function expectPromises(testCase: Case, response: HttpResponse): void {
  const { expected, operation, title } = testCase;
  expect.soft(checkResponse(testCase, response), title).toEqual([]);
  if (expected.scenario !== undefined) expectScenario(testCase, response);
  else if (response.status >= 400 && !(operation && responseFor(operation, response.status)))
    expectProblem(testCase, response);
}

function expectProblem({ broken, title }: Case, response: HttpResponse): void {
  const { detail, errors, title: problem, type } = JSON.parse(response.body);
  expect.soft([problem, detail, type].every(Boolean), title).toBe(true);
  const [place, ...name] = (broken?.part ?? errors?.[0]?.in ?? "").split(" ");
  const part = { in: place, ...(name.length > 0 && { name: name.join(" ") }) };
  if (broken !== undefined && response.status !== 406)
    expect.soft(errors, title).toContainEqual(expect.objectContaining(part));
}

function expectScenario({ expected, operation, title, values }: Case, sent: HttpResponse): void {
  const { scenario } = expected;
  if (operation === undefined || scenario === undefined) throw new Error(`${title} has none`);
  const { name, response, status } = scenario;
  const body = response?.body;
  const documented = responseFor(operation, status);
  const asked = askedIncludes(operation, values);
  const isSuccess = body !== undefined && documented?.isSuccess === true;
  const exact = isSuccess
    ? operation.parameters.reduce<JsonValue>(
        (all, { identifies, key }) =>
          identifies === undefined ? all : replaceAt(all, identifies, values.get(key)),
        pruneIncludes(operation, asked, body),
      )
    : body;
  expect.soft(sent.headers["mock-scenario"], title).toBe(`${name}; matched`);
  expect.soft(sent.body === "" ? undefined : JSON.parse(sent.body), title).toEqual(exact);
  for (const { examples, name: field } of documented?.headers ?? []) {
    const example = examples.find((each) => each.name === name);
    const value = sent.headers[field.toLowerCase()];
    if (example !== undefined) expect.soft(value, title).toBe(String(example.value));
  }
}
