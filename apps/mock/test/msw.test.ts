import type { Case } from "@workflow-api/conformance";
import fc from "fast-check";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { createMswMock, type MswMock } from "../src/msw.ts";
import { requests } from "./support/arbitrary-requests.ts";
import { authenticated } from "./support/contract-requests.ts";
import { casesOf, loadContracts } from "./support/contracts.ts";
import { fetched } from "./support/fetched.ts";

const service = "http://service.invalid";

describe.each(await loadContracts())("Of $title", ({ contract }) => {
  let mock: RunningMock;
  let worker: ReturnType<typeof setupServer>;

  beforeAll(async () => {
    mock = await startMock({ contractFile: contract.file });
    const { handlers } = await createMswMock({ baseUrl: `${service}/`, document: contract.document });
    worker = setupServer(...handlers);
    worker.listen({ onUnhandledFrame: "bypass" });
  });

  afterAll(async () => {
    worker.close();
    await mock.close();
  });

  const scenarios = contract.operations.flatMap((operation) =>
    operation.scenarios.map((scenario) => ({ operation, scenario })),
  );

  test.each(scenarios)(
    "the handlers answer $operation.operationId $scenario.name as the server does",
    async ({ operation, scenario }) => {
      const request = authenticated(operation, scenario);
      const answer = await fetched(service, request);
      expect(answer?.status).toBe(scenario.status);
      expect(answer).toEqual(await fetched(mock.url, request));
    },
  );

  test("the handlers answer every derived case as the server does", async () => {
    const compare = async ({ title, request }: Case): Promise<void> => {
      const [own, servers] = await Promise.all([fetched(service, request), fetched(mock.url, request)]);
      expect(own, title).toEqual(servers);
    };
    const cases = [...casesOf(contract)];
    // No more at a time than a server's queue of new connections holds.
    while (cases.length > 0) await Promise.all(cases.splice(0, 50).map(compare));
  });

  test("the handlers answer generated requests as the server does", async () => {
    for (const request of fc.sample(requests(contract), { numRuns: 300, seed: 3 })) {
      // Not all that is dynamic depends on the seed alone.
      if (/dynamic/.test(request.headers["Prefer"] ?? "")) continue;
      expect(await fetched(service, request), JSON.stringify(request)).toEqual(
        await fetched(mock.url, request),
      );
    }
  });
});

describe("The mock for MSW", () => {
  const cage = "/data_dictionary/variables_cages/cage-text";
  let mock: MswMock;
  let worker: ReturnType<typeof setupServer>;

  beforeAll(async () => {
    mock = await createMswMock({ baseUrl: [`${service}:80`, "http://[::1]:4999/v2/"] });
    worker = setupServer(...mock.handlers);
    worker.listen({ onUnhandledFrame: "bypass" });
  });
  beforeEach(() => mock.controls.reset());
  afterAll(() => worker.close());

  const ask = async (url: string): Promise<number> => (await fetch(url)).status;

  test("answers at every address that it is given, and nowhere else", async () => {
    expect(await ask(`${service}${cage}`)).toBe(401);
    expect(await ask(`http://[::1]:4999/v2${cage}`)).toBe(401);
    await expect(ask(`http://[::1]:4999/v3${cage}`)).rejects.toThrow(TypeError);
  });

  test("tells which requests came, and why they got what they got", async () => {
    await ask(`${service}${cage}?include=author`);
    expect(mock.requests()).toMatchObject([
      {
        number: 1,
        method: "GET",
        target: `${cage}?include=author`,
        operationId: "getVariablesCage",
        status: 401,
      },
    ]);
  });

  test("fails as it is told: with a status, or with a network error", async () => {
    mock.controls.setBehaviour({ fail: "100%:502" });
    expect(await ask(`${service}${cage}`)).toBe(502);
    mock.controls.setBehaviour({ fail: "100%:drop" });
    await expect(ask(`${service}${cage}`)).rejects.toThrow(TypeError);
  });

  test.each([
    [{ baseUrl: "service.example" }, "service.example"],
    [{ baseUrl: service, delay: "soon" }, "soon"],
    [{ baseUrl: service, document: { openapi: "3.0.3" } }, "openapi: 3.1.1"],
  ])("refuses %j, and says why", async (options, named) => {
    await expect(createMswMock(options)).rejects.toThrow(named);
  });
});
