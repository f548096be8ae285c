import { contractFile, loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock, type MockAnswer } from "../src/index.ts";
import { authenticated } from "./support/contract-requests.ts";

const contract = await loadContract(contractFile());
const mock = await createMock(contract);

/** The answer to the default request of an operation with some preference. */
function preferring(operationId: string, prefer: string): Promise<MockAnswer> {
  const operation = contract.operations.find((candidate) => candidate.operationId === operationId);
  if (operation?.defaultScenario === undefined) throw new Error(`${operationId} has no default scenario`);
  const { method, target, headers } = authenticated(operation, operation.defaultScenario);
  const lowered = Object.entries({ ...headers, prefer }).map(([name, value]) => [name.toLowerCase(), value]);
  return mock.answer({ method, target, headers: Object.fromEntries(lowered) });
}

test("A status that is preferred is answered, whatever the request matches", async () => {
  const answer = await preferring("resetSmartContractInstance", "code=404");
  expect(answer.status).toBe(404);
  expect(answer.scenario).toBeUndefined();
});

test("An example that is preferred is answered", async () => {
  const answer = await preferring("resetSmartContractInstance", "example=request_incorrect");
  expect(JSON.parse(answer.body ?? "")).toEqual({ acknowledge: false });
});

test.each([
  ["code=299", 404],
  ["example=no_such", 404],
  ["code=404, example=acknowledged", 404],
  ["code=200, example=unknown_instance", 404],
  ["code=abc", 422],
  ["code=", 422],
  ["dynamic=maybe", 422],
  ["code=404, example=", 422],
])("Prefer: %s cannot be met, and gets a problem with status %d", async (prefer, status) => {
  const answer = await preferring("resetSmartContractInstance", prefer);
  expect(answer.status).toBe(status);
  expect(answer.headers["content-type"]).toBe("application/problem+json");
});

test("A preference that the mock does not know changes nothing", async () => {
  expect(await preferring("getVariablesCage", "respond-async, wait=10")).toEqual(
    await preferring("getVariablesCage", ""),
  );
});

test("A seed gives the same body every time, and leaves the requests after it random", async () => {
  const seeded = await preferring("getVariablesCage", 'dynamic=true, seed="7"');
  const random = await preferring("getVariablesCage", "dynamic=true");
  const random2 = await preferring("getVariablesCage", "dynamic=true");
  const again = await preferring("getVariablesCage", 'dynamic=true, seed="7"');
  expect(again.body).toBe(seeded.body);
  expect(random.body).not.toBe(seeded.body);
  expect(random2.body).not.toBe(random.body);
  await preferring("getVariablesCage", 'dynamic=true, seed="7"');
  expect((await preferring("getVariablesCage", "dynamic=true")).body).not.toBe(random.body);
});
