import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createReporter } from "../src/cli/reporter.ts";
import { createMock, type MockRequest } from "../src/index.ts";
import { authenticated } from "./support/contract-requests.ts";
import { extendedContractFile, sharedContract } from "./support/contracts.ts";

// Every refusal is documented here, so that no body says what is wrong.
const refusals = await sharedContract(fileURLToPath(new URL("fixtures/refusals.yaml", import.meta.url)));
const contract = await sharedContract(extendedContractFile());
const printed: string[] = [];

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation((line) => printed.push(line));
});

afterEach(() => {
  vi.restoreAllMocks();
  printed.length = 0;
});

/** What is printed of a request. */
async function eventOf(request: MockRequest, answering = refusals): Promise<unknown> {
  createReporter(true).answered(request, await (await createMock(answering)).answer(request), false);
  return JSON.parse(printed.pop() ?? "");
}

const token = { authorization: "Bearer secret-1" };
const json = { "content-type": "application/json" };

test.each([
  [
    "a query",
    { method: "GET", target: "/orders?limit=500", headers: { ...token, "x-trace": "none" } },
    /^refused: header X-Trace must match format "uuid"; query limit must be <= 100$/,
  ],
  [
    "credentials",
    { method: "GET", target: "/orders?access_token=secret-1", headers: { authorization: "Basic secret-1" } },
    /^refused: header Authorization must be of the scheme Bearer/,
  ],
  [
    "a body",
    { method: "POST", target: "/orders", headers: json, body: '{"lines":[{"quantity":"secret-1"}]}' },
    /^refused: body \/lines\/0\/quantity must be integer$/,
  ],
  [
    "a target",
    { method: "GET", target: "http://me:secret-1@orders.example/orders", headers: {} },
    /^The request target is not a path: /,
  ],
])("What is wrong with %s is logged, without what came", async (_what, request, reason) => {
  const event = await eventOf(request);
  expect(event).toMatchObject({ event: "answered", reason: expect.stringMatching(reason) });
  expect(JSON.stringify(event)).not.toContain("secret-1");
});

test("A scenario is logged with its own reason, and with no other", async () => {
  const operation = contract.operations.find(({ scenarios }) => scenarios.length > 0);
  const scenario = operation?.scenarios[0];
  if (operation === undefined || scenario === undefined) throw new Error("No operation has a scenario");
  const { headers, ...request } = authenticated(operation, scenario);
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const event = await eventOf({ ...request, headers: Object.fromEntries(named) }, contract);
  expect(event).toMatchObject({ scenario: { name: scenario.name, reason: "matched" } });
  expect(event).not.toHaveProperty("reason");
});
