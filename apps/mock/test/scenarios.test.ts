import { fileURLToPath } from "node:url";
import { type Include, loadContract, type Operation, type Scenario, valueAt } from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { bodyAsExample } from "./support/as-example.ts";
import { asking, authenticated, subsets } from "./support/contract-requests.ts";
import { loadContracts } from "./support/contracts.ts";
import { send } from "./support/http.ts";

describe.each(await loadContracts())("Of $title", ({ contract }) => {
  let mock: RunningMock;

  beforeAll(async () => {
    mock = await startMock({ contractFile: contract.file });
  });

  afterAll(() => mock.close());

  describe.each(contract.operations)("$operationId", (operation) => {
    test.each(operation.scenarios)(
      "answers the request of the scenario $name with its response",
      async (scenario) => {
        const answer = await send(mock.url, authenticated(operation, scenario));
        expect(answer.headers["mock-scenario"]).toBe(`${encodeURIComponent(scenario.name)}; matched`);
        expect(answer.status).toBe(scenario.status);
        if (operation.method === "HEAD") return expect(answer.body).toBe("");
        if (scenario.mediaType !== undefined) expect(answer.headers["content-type"]).toBe(scenario.mediaType);
        if (scenario.response === undefined) expect(answer.body).toBe("");
        else expect(bodyAsExample(scenario, answer.body)).toEqual(scenario.response);
      },
    );

    // Where nothing is sent, one scenario has every request: it takes a preference to have another answer.
    const hasInputs = operation.parameters.length > 0 || operation.requestBody !== undefined;
    test.runIf(hasInputs)("reaches every status that it documents", () => {
      const reached = new Set(operation.scenarios.map(({ responseKey }) => responseKey));
      expect(
        operation.responses.map(({ status }) => status).filter((status) => !reached.has(status)),
      ).toEqual([]);
    });

    test.each(combinationsOf(operation))(
      "adds to $scenario.name what $title asks for, and nothing else",
      async ({ scenario, asked }) => {
        const pointers = new Set(asked.map(({ adds }) => adds));
        expect(await brought(mock, operation, scenario, asked)).toEqual([...pointers]);
      },
    );
  });
});

describe("Of two parameters that ask for parts of the body", async () => {
  const file = fileURLToPath(new URL("contracts/ledger.yaml", import.meta.url));
  const { operations } = await loadContract(file);
  const rows = operations.flatMap((operation) =>
    combinationsOf(operation).map((combination) => ({ operation, ...combination })),
  );
  let mock: RunningMock;

  beforeAll(async () => {
    mock = await startMock({ contractFile: file });
  });

  afterAll(() => mock.close());

  test("each combination is tried: two of a list, and one of two or none", () => {
    expect(rows).toHaveLength(4 * 3);
  });

  test.each(rows)(
    "$title adds to $scenario.name what either asks for, and nothing else",
    async ({ operation, scenario, asked }) => {
      const pointers = new Set(asked.map(({ adds }) => adds));
      expect(new Set(await brought(mock, operation, scenario, asked))).toEqual(pointers);
    },
  );
});

describe.each(["other-shapes", "rare-shapes"])("Of %s.yaml", async (name) => {
  const file = fileURLToPath(new URL(`fixtures/${name}.yaml`, import.meta.url));
  const { operations } = await loadContract(file);
  const rows = operations.flatMap((operation) =>
    operation.scenarios.map((scenario) => ({ operation, scenario })),
  );
  let mock: RunningMock;

  beforeAll(async () => {
    mock = await startMock({ contractFile: file });
  });

  afterAll(() => mock.close());

  test.each(rows)("$operation.operationId is answered by $scenario.name", async ({ operation, scenario }) => {
    const { headers, status } = await send(mock.url, authenticated(operation, scenario));
    expect([status, headers["mock-scenario"]]).toEqual([scenario.status, `${scenario.name}; matched`]);
  });
});

/** What of all that can be asked for a request brings that asks for this; the rest is as in the scenario. */
async function brought(
  mock: RunningMock,
  operation: Operation,
  scenario: Scenario,
  asked: readonly Include[],
): Promise<string[]> {
  const answer = await send(mock.url, asking(operation, scenario, asked));
  expect(answer.headers["mock-scenario"]).toBe(`${scenario.name}; matched`);
  const body = JSON.parse(answer.body);
  const media = operation.responses.find(({ status }) => status === scenario.responseKey)?.content[0];
  expect(media?.validate(body)).toEqual([]);
  const pointers = new Set(operation.includes.map(({ adds }) => adds));
  const there = [...pointers].filter((pointer) => valueAt(body, pointer) !== undefined);
  for (const pointer of there) expect(valueAt(body, pointer)).toEqual(valueAt(scenario.response, pointer));
  return there;
}

/** Every combination of includes, for each scenario that has them all; of a parameter that is no list, one at most. */
function combinationsOf({ includes, scenarios }: Operation) {
  if (includes.length === 0) return [];
  const combinations = subsets(includes).filter((asked) =>
    asked.every(
      ({ parameter }, index) =>
        parameter.shape === "array" || asked.findIndex((each) => each.parameter === parameter) === index,
    ),
  );
  return scenarios
    .filter(({ status, response }) => status >= 200 && status < 300 && response !== undefined)
    .filter(({ response }) => includes.every(({ adds }) => valueAt(response, adds) !== undefined))
    .flatMap((scenario) =>
      combinations.map((asked) => ({
        scenario,
        asked,
        title: asked.map(({ parameter, value }) => `${parameter.name}=${value}`).join("&") || "no parameter",
      })),
    );
}
