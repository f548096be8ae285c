import { contractFile, loadContract } from "@workflow-api/contract";
import { createMock } from "@workflow-api/mock";
import { mockHandlers } from "@workflow-api/mock/msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, test } from "vitest";

const mock = await createMock(await loadContract(contractFile()));
const server = setupServer(...mockHandlers(mock, "https://service.example"));
beforeAll(() => server.listen());
afterAll(() => server.close());

test("a component that is not signed in learns so", async () => {
  const answer = await fetch("https://service.example/data_dictionary/variables_cages/cage-text");
  expect(await answer.json()).toEqual({ status: 401, code: 0, title: "Unauthorized" });
});
