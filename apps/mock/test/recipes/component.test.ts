import { createMswMock } from "@workflow-api/mock/msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

const mock = await createMswMock({ baseUrl: "https://service.example" });
const server = setupServer(...mock.handlers);
beforeAll(() => server.listen());
beforeEach(() => mock.controls.reset());
afterAll(() => server.close());

test("a component that is not signed in learns so", async () => {
  const answer = await fetch("https://service.example/data_dictionary/variables_cages/cage-text");
  expect(await answer.json()).toEqual({ status: 401, code: 0, title: "Unauthorized" });
  expect(mock.requests()).toMatchObject([{ operationId: "getVariablesCage", status: 401 }]);
});
