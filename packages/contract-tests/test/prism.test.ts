import { contractFile } from "@workflow-api/contract";
import { type RunningMock, startMock } from "@workflow-api/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningPrism, startPrism } from "./stock-prism.ts";
import { callClient, contract, includedBody, isServedByPrism, titledScenarios } from "./support.ts";

let prism: RunningPrism;
let mock: RunningMock;
beforeAll(async () => {
  [prism, mock] = await Promise.all([startPrism(contractFile()), startMock({ contract })]);
});
afterAll(() => Promise.all([prism.stop(), mock.close()]));

describe("the client gets from stock Prism, by Prefer, what it gets from the mock", () => {
  const served = titledScenarios.filter(([, operation]) => isServedByPrism(operation));
  test.each(served)("%s", async (_, operation, scenario) => {
    const { name, response, status } = scenario;
    const example = response === undefined ? "" : `, example=${name}`;
    const headers = { prefer: `code=${status}${example}` };
    const call = { operation, ...scenario };
    const fromPrism = await callClient(prism.url, call, { headers });
    // It sends the complete example, whatever the call includes.
    const isWhole = "data" in fromPrism && fromPrism.data !== undefined;
    const data = isWhole && { data: includedBody(call, Object(fromPrism.data)) };
    expect({ ...fromPrism, ...data }).toEqual(await callClient(mock.url, call));
  });
});
