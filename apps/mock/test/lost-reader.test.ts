import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { temporaryFolder } from "./support/contracts.ts";
import { type Received, send } from "./support/http.ts";

let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock();
});

afterAll(() => mock.close());

/** What a browser gets that opens an address. */
function open(url: string, target: string, method = "GET", more = {}): Promise<Received> {
  return send(url, { method, target, headers: { "Sec-Fetch-Mode": "navigate", ...more } });
}

test("Who opens the bare address in a browser is led to the page of the mock", async () => {
  expect(await open(mock.url, "/")).toMatchObject({ status: 302, headers: { location: "/__mock/" } });
});

test.each([
  ["another path", "GET", "/nowhere"],
  ["the bare address by a form", "POST", "/"],
])("Who opens %s is told that nothing is there", async (_title, method, target) => {
  expect((await open(mock.url, target, method)).status).toBe(404);
});

test("Who opens an operation at the bare address gets its answer, though that be a 404", async () => {
  const contractFile = join(temporaryFolder(), "openapi.json");
  const responses = { "200": { description: "It is there." }, "404": { description: "It is not." } };
  const paths = { "/": { get: { operationId: "readRoot", responses } } };
  writeFileSync(
    contractFile,
    JSON.stringify({ openapi: "3.1.1", info: { title: "Root", version: "1" }, paths }),
  );
  const other = await startMock({ contractFile });
  expect((await open(other.url, "/")).status).toBe(200);
  expect((await open(other.url, "/", "GET", { Prefer: "code=404" })).status).toBe(404);
  await other.close();
});
