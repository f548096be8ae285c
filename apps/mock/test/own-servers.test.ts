import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { createReporter } from "../src/cli/reporter.ts";
import { startMock } from "../src/index.ts";
import { temporaryFolder } from "./support/contracts.ts";
import { type Received, send } from "./support/http.ts";
import { startStockPrism } from "./support/stock-prism.ts";

const contractFile = fileURLToPath(new URL("fixtures/own-servers.yaml", import.meta.url));
const mock = await startMock({ contractFile });

afterAll(() => mock.close());

function ask(method: string, target: string): Promise<Received> {
  return send(mock.url, { method, target, headers: {} });
}

test("An operation whose own server has a path is answered below it, scenarios included", async () => {
  const answer = await ask("GET", "/v2/things/2?q=b");
  expect([answer.status, answer.body, answer.headers["mock-scenario"]]).toEqual([
    200,
    '{"n":2}',
    "two; matched",
  ]);
  expect((await ask("GET", "/deep/v3/others")).body).toBe("[]");
});

test("What is wrong with it is told as without the path", async () => {
  const { body, status } = await ask("GET", "/v2/things/x?q=long");
  expect(status).toBe(422);
  expect(JSON.parse(body).errors).toMatchObject([
    { in: "query", name: "q", received: "long" },
    { in: "path", name: "id", received: "x" },
  ]);
});

test("Without the path it is answered as before", async () => {
  expect((await ask("GET", "/things/2?q=b")).body).toBe('{"n":2}');
});

test.each([
  ["of another operation", "PUT", "/v2/things/1"],
  ["of an operation with another path", "GET", "/deep/v3/things/1"],
  ["that only begins like it", "GET", "/v20/things/1"],
  ["without an operation behind it", "GET", "/v2"],
])("A path %s is none", async (_what, method, target) => {
  expect((await ask(method, target)).status).toBe(404);
});

test("The path of a server whose address is whole is none either, and journal and log say what to do", async () => {
  const servers = [
    { url: "https://things.example/api/{version}/", variables: { version: { default: "v2" } } },
  ];
  const get = { operationId: "listThings", responses: { "200": { description: "Things." } } };
  const info = { title: "Things", version: "1.0.0" };
  const file = join(temporaryFolder(), "openapi.yaml");
  writeFileSync(file, JSON.stringify({ openapi: "3.1.1", info, servers, paths: { "/things": { get } } }));
  const logged: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => logged.push(line));
  const whole = await startMock({ contractFile: file, onAnswer: createReporter(true).answered });
  for (const target of ["/api/v2/things", "/api/v2/others", "/api/v20/things", "/things"])
    await send(whole.url, { method: "GET", target, headers: {} });
  const [below, ...others] = whole.requests();
  await whole.close();
  vi.restoreAllMocks();

  expect(below?.reason).toContain("path must be /things: leave out /api/v2, ");
  expect(below).toMatchObject({ status: 404, errors: [{ in: "path", received: "/api/v2/things" }] });
  expect(others.map(({ status, errors }) => [status, errors])).toEqual([
    [404, undefined],
    [404, undefined],
    [200, undefined],
  ]);
  expect(JSON.parse(logged[0] ?? "")).toMatchObject({
    event: "answered",
    path: "/api/v2/things",
    status: 404,
    reason: below?.reason,
  });
});

test("Prism alone does not know it", async () => {
  const stock = await startStockPrism(contractFile);
  expect((await send(stock.url, { method: "GET", target: "/v2/things/2", headers: {} })).status).toBe(404);
  await stock.close();
});
