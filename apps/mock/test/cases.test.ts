import {
  type Case,
  checkResponse,
  createHttpTarget,
  deriveCases,
  type Target,
} from "@workflow-api/conformance";
import {
  askedIncludes,
  type Contract,
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

// Every case that the contract implies, held to what holds for any server, and to what the mock
// promises beside: a scenario is exact, and a refusal names the part that is wrong.

async function expectPromises(contract: Contract, { send }: Target): Promise<void> {
  for (const testCase of deriveCases(contract)) {
    const response = await send(testCase.request);
    expect.soft(checkResponse(testCase, response), testCase.title).toEqual([]);
    const { broken, expected, operation } = testCase;
    if (expected.scenario !== undefined) expectScenario(testCase, response);
    else if (response.status >= 400 && !(operation && responseFor(operation, response.status))) {
      const { detail, errors, title, type } = JSON.parse(response.body);
      expect.soft([title, detail, type].every(Boolean), testCase.title).toBe(true);
      const [place, ...name] = (broken?.part ?? errors?.[0]?.in ?? "").split(" ");
      const part = { in: place, ...(name.length > 0 && { name: name.join(" ") }) };
      if (broken !== undefined && response.status !== 406)
        expect.soft(errors, testCase.title).toContainEqual(expect.objectContaining(part));
    }
  }
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

test("the mock responds to each case of the contract over HTTP as it promises", async () => {
  const contract = loadContract();
  const mock = await startMock({ contract });
  await expectPromises(contract, createHttpTarget(mock.url));
  await mock.close();
});

test("the mock responds to each case of the whole profile as it promises", async () => {
  const contract = readContract(furtherContract());
  await expectPromises(contract, { send: createMock(contract).respond });
});
