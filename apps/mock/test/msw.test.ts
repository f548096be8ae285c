import { loadContract } from "@workflow-api/contract";
import fc from "fast-check";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMock, type RunningMock, startMock } from "../src/index.ts";
import { mockHandlers } from "../src/msw.ts";
import { requests } from "./support/arbitrary-requests.ts";
import { authenticated } from "./support/contract-requests.ts";
import { loadContracts } from "./support/contracts.ts";
import type { Sent } from "./support/http.ts";

const service = "http://service.invalid";

describe.each(await loadContracts())("Of $title", ({ contract }) => {
  let mock: RunningMock;
  let worker: ReturnType<typeof setupServer>;

  beforeAll(async () => {
    mock = await startMock({ contractFile: contract.file });
    worker = setupServer(...mockHandlers(await createMock(await loadContract(contract.file)), `${service}/`));
    worker.listen({ onUnhandledFrame: "bypass" });
  });

  afterAll(async () => {
    worker.close();
    await mock.close();
  });

  /** What fetch gets from an address. */
  async function fetched(base: string, { method, target, headers, body }: Sent): Promise<object> {
    const response = await fetch(`${base}${target}`, {
      method,
      headers: { ...headers },
      ...(body !== undefined && { body }),
    });
    const { status } = response;
    const meaningful = [...response.headers].filter(
      ([name]) => !/^(connection|content-length|date|keep-alive|vary)$/.test(name),
    );
    return { status, headers: Object.fromEntries(meaningful), body: await response.text() };
  }

  const scenarios = contract.operations.flatMap((operation) =>
    operation.scenarios.map((scenario) => ({ operation, scenario })),
  );

  test.each(scenarios)(
    "the handlers answer $operation.operationId $scenario.name as the server does",
    async ({ operation, scenario }) => {
      const request = authenticated(operation, scenario);
      expect(await fetched(service, request)).toEqual(await fetched(mock.url, request));
    },
  );

  test("the handlers answer generated requests as the server does", async () => {
    const sendable = fc
      .sample(requests(contract), { numRuns: 300, seed: 3 })
      .filter(({ method, body }) => method !== "GET" || body === undefined);
    for (const request of sendable) {
      if (/dynamic/.test(request.headers["Prefer"] ?? "")) continue;
      expect(await fetched(service, request), JSON.stringify(request)).toEqual(
        await fetched(mock.url, request),
      );
    }
  });
});
