import { startMock } from "@workflow-api/mock";
import { afterAll, beforeEach, expect, test } from "vitest";

const mock = await startMock();
beforeEach(() => mock.controls.reset());
afterAll(() => mock.close());

test("the cage is read with its author", async () => {
  const headers = {
    "X-Domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
    "X-API-KEY": "key",
    "X-API-SECRET": "secret",
  };
  const answer = await fetch(`${mock.url}/data_dictionary/variables_cages/cage-text?include=author`, {
    headers,
  });
  expect(answer.status).toBe(200);

  expect(mock.requests()).toMatchObject([
    { operationId: "getVariablesCage", scenario: "full", reason: "matched" },
  ]);
});
