import { fileURLToPath } from "node:url";
import { loadContract, type Operation, valueAt } from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { authenticated, subsets, withQuery } from "./support/contract-requests.ts";
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
        if (scenario.mediaType !== undefined) expect(answer.headers["content-type"]).toBe(scenario.mediaType);
        if (scenario.response === undefined) expect(answer.body).toBe("");
        else expect(JSON.parse(answer.body)).toEqual(scenario.response);
      },
    );

    test("reaches every status that it documents", () => {
      const reached = new Set(operation.scenarios.map(({ responseKey }) => responseKey));
      expect(
        operation.responses.map(({ status }) => status).filter((status) => !reached.has(status)),
      ).toEqual([]);
    });

    test.each(combinationsOf(operation))(
      "adds to $scenario.name what $title asks for, and nothing else",
      async ({ scenario, adds, parameter, asked }) => {
        const answer = await send(mock.url, withQuery(operation, scenario, parameter, asked));
        expect(answer.headers["mock-scenario"]).toBe(`${scenario.name}; matched`);
        const body = JSON.parse(answer.body);
        for (const [name, pointer] of adds) {
          expect(valueAt(body, pointer), name).toEqual(
            asked.includes(name) ? valueAt(scenario.response, pointer) : undefined,
          );
        }
        const media = operation.responses.find(({ status }) => status === scenario.responseKey)?.content[0];
        expect(media?.validate(body)).toEqual([]);
      },
    );
  });
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

/** Every combination of includes, for each scenario that has them all. */
function combinationsOf({ includes, scenarios }: Operation) {
  if (includes === undefined) return [];
  const { adds, parameter } = includes;
  return scenarios
    .filter(({ status, response }) => status >= 200 && status < 300 && response !== undefined)
    .filter(({ response }) => [...adds.values()].every((pointer) => valueAt(response, pointer) !== undefined))
    .flatMap((scenario) =>
      subsets([...adds.keys()]).map((asked) => ({
        scenario,
        adds,
        parameter,
        asked,
        title: `${parameter}=${asked.join(",")}`,
      })),
    );
}
