import { contractFile, loadContract, type Operation, type Scenario } from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { authenticated } from "./support/contract-requests.ts";
import { send } from "./support/http.ts";

const contract = await loadContract(contractFile());
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock();
});

afterAll(() => mock.close());

function named(operationId: string, name: string): { operation: Operation; scenario: Scenario } {
  const operation = contract.operations.find((candidate) => candidate.operationId === operationId);
  const scenario = operation?.scenarios.find((candidate) => candidate.name === name);
  if (operation === undefined || scenario === undefined)
    throw new Error(`${operationId} has no scenario ${name}`);
  return { operation, scenario };
}

test("What no scenario matches gets the default, and says so", async () => {
  const { operation, scenario } = named("resetSmartContractInstance", "acknowledged");
  const request = authenticated(operation, scenario);
  const answer = await send(mock.url, {
    ...request,
    target: request.target.replace("task-failed", "any-other-task"),
  });
  expect(answer.headers["mock-scenario"]).toBe("acknowledged; default");
  expect(JSON.parse(answer.body)).toEqual({ acknowledge: true });
});

test("The most specific scenario wins: another domain gets its 401 for a cage that is known", async () => {
  const { operation, scenario } = named("getVariablesCage", "full");
  const request = authenticated(operation, scenario);
  const headers = { ...request.headers, "X-Domain": "00000000-0000-4000-8000-000000000401" };
  const answer = await send(mock.url, { ...request, headers });
  expect(answer.status).toBe(401);
  expect(JSON.parse(answer.body)).toEqual({ status: 401, code: 0, title: "Unauthorized" });
});

describe("Security and validation win over a scenario", () => {
  const { operation, scenario } = named("resetSmartContractInstance", "server_failure");
  const request = authenticated(operation, scenario);

  test("without credentials and with a malformed header: 401", async () => {
    const answer = await send(mock.url, { ...request, headers: { Accept: "*/*", "X-Domain": "malformed" } });
    expect(answer.status).toBe(401);
    expect(answer.headers["mock-scenario"]).toBeUndefined();
  });

  test("with credentials and a malformed header: 422", async () => {
    const answer = await send(mock.url, {
      ...request,
      headers: { ...request.headers, "X-Domain": "malformed" },
    });
    expect(answer.status).toBe(422);
  });

  test("with both in order: the scenario", async () => {
    expect((await send(mock.url, request)).status).toBe(500);
  });
});
