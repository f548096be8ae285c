import { fileURLToPath } from "node:url";
import { type Case, deriveCases } from "@workflow-api/conformance";
import {
  askedIncludes,
  contractFile,
  type HttpRequest,
  identify,
  loadContract,
  pruneIncludes,
} from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import { freePort, type RunningCommand, runCommand } from "@workflow-api/workspace/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMock } from "../src/index.ts";

// The mock gives the response of stock Prism wherever no scenario decides it. What else differs is
// in the README, and tested in packages/contract-tests.

const program = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));
const contract = loadContract();
const mock = createMock(contract);
const cases = deriveCases(contract).filter(isReadByPrism);
let prism: RunningCommand;
let url = "";

beforeAll(async () => {
  const port = await freePort();
  const args = [program, "mock", "--port", String(port), contractFile()];
  prism = runCommand(import.meta.dirname, process.execPath, ...args);
  await prism.printed(/is listening/);
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  prism.signal("SIGTERM");
  await prism.exit;
});

async function stock(request: HttpRequest): Promise<{ status: number; body: string }> {
  const { body, headers, method } = request;
  const sent = { method, headers, ...(body !== "" && { body }) };
  const response = await fetch(url + requestTarget(request), sent);
  return { status: response.status, body: await response.text() };
}

test("valid requests get the body of Prism, with the id and includes asked for", async () => {
  let compared = 0;
  for (const { expected, operation, request, title, values } of cases) {
    if (operation === undefined || expected.kind !== "valid") continue;
    const { body, explanation, status } = await mock.respond(request);
    // Prism always takes the first example of a response.
    const { reason, scenario } = explanation;
    if (reason === "matched" || scenario !== operation.defaultScenario?.name) continue;
    compared++;
    const theirs = await stock(request);
    const asked = askedIncludes(operation, values);
    const pruned = pruneIncludes(operation, asked, JSON.parse(theirs.body));
    expect(status, title).toBe(theirs.status);
    expect(JSON.parse(body), title).toEqual(identify(operation, values, pruned));
  }
  expect(compared).toBeGreaterThan(0);
});

test("what Prism refuses, the mock refuses with the same status", async () => {
  const groups = new Set(["security", "parameter", "body", "path", "method"]);
  let refused = 0;
  for (const { request, title } of cases.filter(({ group }) => groups.has(group))) {
    const { status } = await stock(request);
    if (status < 400) continue;
    refused++;
    expect((await mock.respond(request)).status, title).toBe(status);
  }
  expect(refused).toBeGreaterThan(0);
});

/**
 * Prism splits at a percent-encoded comma, takes a path with a comma for a list, and knows `Bearer`
 * in this case only.
 */
function isReadByPrism({ request }: Case): boolean {
  const isSplit = /%2C|,/i.test(request.path + request.query.replace(/(?<==)[^&]*/g, ""));
  return !(isSplit || /^bearer/.test(request.headers["authorization"] ?? ""));
}
