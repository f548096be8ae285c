import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { scenarioOperation } from "../src/engine/derived-operation.ts";
import { prismOperations } from "../src/engine/prism-operations.ts";
import { writeExtendedContract } from "./support/contracts.ts";

test("A scenario has the same headers in each of its answers: Prism compiles those that it has not seen, and keeps them", async () => {
  const contract = await loadContract(writeExtendedContract());
  const loaded = await prismOperations(contract);
  const headersOf = contract.operations.flatMap((operation) => {
    const prism = loaded.find(
      ({ method, path }) => path === operation.path && method.toUpperCase() === operation.method,
    );
    return operation.scenarios.map((scenario) => () => {
      const derived = prism && scenarioOperation(operation, prism, { scenario, asked: [] });
      return derived?.responses[0]?.headers;
    });
  });
  expect(headersOf.some((headers) => (headers() ?? []).length > 0)).toBe(true);
  for (const headers of headersOf) expect(headers()).toBe(headers());
});
