import { contractFile, loadContract, type Operation, type Scenario } from "@workflow-api/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createJournal } from "../src/controls/journal.ts";
import { type RunningMock, startMock } from "../src/index.ts";
import { authenticated } from "./support/contract-requests.ts";
import { type Received, send } from "./support/http.ts";

const contract = await loadContract(contractFile());
const { operation, scenario } = namedScenario("resetSmartContractInstance", "acknowledged");
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock();
});

beforeEach(() => mock.controls.reset());

afterAll(() => mock.close());

function namedScenario(operationId: string, name: string): { operation: Operation; scenario: Scenario } {
  const found = contract.operations.find((candidate) => candidate.operationId === operationId);
  const named = found?.scenarios.find((candidate) => candidate.name === name);
  if (found === undefined || named === undefined) throw new Error(`${operationId} has no scenario ${name}`);
  return { operation: found, scenario: named };
}

function control(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Received> {
  return send(mock.url, {
    method,
    target: `/__mock/${path}`,
    headers: { host: new URL(mock.url).host, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

function ask(): Promise<Received> {
  return send(mock.url, authenticated(operation, scenario));
}

describe("A sequence", () => {
  test("answers the next requests of its operation, and is then past", async () => {
    const set = await control("PUT", "sequences/resetSmartContractInstance", [
      "server_failure",
      "unknown_instance",
    ]);
    expect(set.status).toBe(200);
    const answers = [await ask(), await ask(), await ask()];
    expect(answers.map(({ status }) => status)).toEqual([500, 404, 200]);
    expect(answers.map(({ headers }) => headers["mock-scenario"])).toEqual([
      "server_failure; sequence",
      "unknown_instance; sequence",
      "acknowledged; matched",
    ]);
  });

  test("is not used up by a request that is not valid", async () => {
    await control("PUT", "sequences/resetSmartContractInstance", ["server_failure"]);
    const request = authenticated(operation, scenario);
    expect((await send(mock.url, { ...request, headers: {} })).status).toBe(401);
    expect((await ask()).status).toBe(500);
  });

  test("is cleared by an empty one", async () => {
    await control("PUT", "sequences/resetSmartContractInstance", ["server_failure"]);
    await control("PUT", "sequences/resetSmartContractInstance", []);
    expect((await ask()).status).toBe(200);
  });

  test("goes on from its beginning if it is told to repeat, until it is cleared", async () => {
    const scenarios = ["server_failure", "unknown_instance"];
    await control("PUT", "sequences/resetSmartContractInstance", { scenarios, repeat: true });
    const answers = [await ask(), await ask(), await ask(), await ask()];
    expect(answers.map(({ status }) => status)).toEqual([500, 404, 500, 404]);
    await control("PUT", "sequences/resetSmartContractInstance", []);
    expect((await ask()).status).toBe(200);
  });

  test("is set from code as by the API", async () => {
    mock.controls.setSequence("resetSmartContractInstance", ["server_failure"]);
    expect([(await ask()).status, (await ask()).status]).toEqual([500, 200]);
    mock.controls.setSequence("resetSmartContractInstance", ["server_failure"], { repeat: true });
    expect([(await ask()).status, (await ask()).status]).toEqual([500, 500]);
  });

  test("that makes no sense is refused in code with what there is", () => {
    const { controls } = mock;
    expect(() => controls.setSequence("noSuch", [])).toThrow("getVariablesCage");
    expect(() => controls.setSequence("getVariablesCage", ["no_such"])).toThrow("file_cage");
    expect(() => controls.setBehaviour({}, "no/such")).toThrow(/"\w+\/\w+"$/);
    expect(() => controls.setBehaviour({ delay: "soon" })).toThrow("soon");
    expect(() => controls.setBehaviour({ delay: -1 })).toThrow("-1");
  });

  test.each([
    ["sequences/no_such_operation", []],
    ["sequences/resetSmartContractInstance", { scenarios: ["server_failure"], repeat: "yes" }],
    ["sequences/resetSmartContractInstance", { scenarios: ["server_failure"], always: true }],
    ["sequences/resetSmartContractInstance", ["no_such_scenario"]],
    ["sequences/resetSmartContractInstance", "server_failure"],
    ["behaviour", { delay: "soon" }],
    ["behaviour", { delay: "900..300" }],
    ["behaviour", { fail: "101%" }],
    ["behaviour", { fail: "5%:200" }],
    ["behaviour", { fail: "5%", scenario: "no/such" }],
    ["behaviour", { wait: 1 }],
    ["behaviour", []],
  ])("or a behaviour that makes no sense is refused: %s %j", async (path, body) => {
    const answer = await control("PUT", path, body);
    expect(answer.status).toBe(400);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
  });

  test("or that is no JSON is refused, with what it must be", async () => {
    const headers = { host: new URL(mock.url).host };
    const answer = await send(mock.url, {
      method: "PUT",
      target: "/__mock/behaviour",
      headers,
      body: "{delay",
    });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({
      detail: expect.stringMatching(/^The body must be JSON/),
    });
  });
});

describe("A behaviour", () => {
  test("fails as often as it is told, in the same places for the same seed", async () => {
    const statuses = async (): Promise<number[]> => {
      const seeded = await startMock({ fail: "50%:500", seed: 5 });
      const answers: number[] = [];
      for (let count = 0; count < 20; count++) {
        answers.push((await send(seeded.url, authenticated(operation, scenario))).status);
      }
      await seeded.close();
      return answers;
    };
    const first = await statuses();
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await statuses()).toEqual(first);
  });

  test("drops connections", async () => {
    await control("PUT", "behaviour", { fail: "100%:drop" });
    await expect(ask()).rejects.toThrow("socket hang up");
    expect((await control("PUT", "behaviour", {})).status).toBe(200);
    expect((await ask()).status).toBe(200);
  });

  test("holds for one scenario alone", async () => {
    await control("PUT", "behaviour", {
      fail: "100%:502",
      scenario: "resetSmartContractInstance/acknowledged",
    });
    expect((await ask()).status).toBe(502);
    const other = namedScenario("resetSmartContractInstance", "unknown_instance");
    expect((await send(mock.url, authenticated(other.operation, other.scenario))).status).toBe(404);
  });

  test("lets answers wait for as long as it says at least", async () => {
    await control("PUT", "behaviour", { delay: "60..80" });
    const before = performance.now();
    expect((await ask()).status).toBe(200);
    // A timer of Node may fire up to a millisecond early.
    expect(performance.now() - before).toBeGreaterThanOrEqual(59);
  });
});

describe("The journal", () => {
  test("tells which requests came, what answered them and why, and no credentials", async () => {
    const request = authenticated(operation, scenario);
    await send(mock.url, {
      ...request,
      headers: {
        ...request.headers,
        "X-API-SECRET": "to-keep-secret",
        Authorization: "Bearer to-keep-secret",
        Cookie: "a=to-keep-secret",
      },
    });
    await send(mock.url, { ...request, headers: { ...request.headers, "X-Domain": "malformed" } });
    const answer = await control("GET", "requests");
    expect(answer.body).not.toContain("to-keep-secret");
    const [first, second] = JSON.parse(answer.body);
    expect(first).toMatchObject({
      number: 1,
      method: "POST",
      target: request.target,
      operationId: "resetSmartContractInstance",
      status: 200,
      scenario: "acknowledged",
      reason: "matched",
    });
    expect(first.headers).toMatchObject({
      "x-api-secret": "(credential)",
      "x-domain": request.headers["X-Domain"],
    });
    expect(second).toMatchObject({ number: 2, status: 422 });
    expect(second.reason).toContain("X-Domain");
  });

  test("tells what of a request was validated", async () => {
    const { headers, ...request } = authenticated(operation, scenario);
    const { "X-Domain": _, ...withoutDomain } = headers;
    await send(mock.url, { ...request, headers });
    await send(mock.url, { ...request, headers: withoutDomain });
    await send(mock.url, { ...request, headers: {} });
    await send(mock.url, { method: "GET", target: "/none", headers: {} });
    const [valid, invalid, unauthenticated, unrouted] = mock.requests();
    const path = operation.parameters.filter((each) => each.in === "path").map(({ name }) => `path ${name}`);
    expect(valid?.validated).toEqual(
      ["credentials", "header X-Domain", ...path].map((part) => ({ part, outcome: "valid" })),
    );
    expect(invalid?.validated).toContainEqual({
      part: "header X-Domain",
      outcome: "invalid",
      expected: "must be sent",
    });
    expect(unauthenticated?.validated).toContainEqual({
      part: "credentials",
      outcome: "invalid",
      expected: expect.stringMatching(
        /^header Authorization must be sent.+; or header X-API-KEY must be sent, and/,
      ),
    });
    expect(unauthenticated?.validated).toContainEqual({ part: path[0], outcome: "unchecked" });
    expect(unrouted?.validated).toEqual([]);
  });

  test("tells of a failure that was asked for as such, and what was validated all the same", async () => {
    const request = authenticated(operation, scenario);
    const invalid = { ...request, headers: { ...request.headers, "X-Domain": "malformed" } };
    await control("PUT", "behaviour", { fail: "100%:404" });
    expect(JSON.parse((await send(mock.url, invalid)).body).detail).toContain("(100%:404)");
    await control("PUT", "behaviour", { fail: "100%:drop" });
    await expect(send(mock.url, invalid)).rejects.toThrow("socket hang up");
    const [failed, dropped] = mock.requests();
    expect(failed).toMatchObject({ status: 404, failure: "100%:404" });
    expect(failed?.reason).toMatch(/^A failure that was asked for: .*\(100%:404\)/);
    expect(dropped).toMatchObject({ status: "dropped", failure: "100%:drop" });
    for (const entry of [failed, dropped])
      expect(entry?.validated).toContainEqual(
        expect.objectContaining({ part: "header X-Domain", outcome: "invalid" }),
      );
    await control("PUT", "behaviour", {});
    await ask();
    expect(mock.requests()[2]).not.toHaveProperty("failure");
  });

  test("holds on to no more of a long body than it shows", async () => {
    const journal = createJournal();
    const body = Buffer.alloc(1_000_000, "a");
    const answer = await mock.mock.answer({ method: "POST", target: "/", headers: {} });
    journal.record({ method: "POST", target: "/", headers: {}, body }, answer, false);
    // Were it held on to, this would be seen.
    body.fill("b");
    expect(journal.entries(contract)[0]?.body).toBe("a".repeat(2000));
  });

  test("keeps the last 200", async () => {
    for (let count = 0; count < 250; count++)
      await send(mock.url, { method: "GET", target: `/${count}`, headers: {} });
    const entries = JSON.parse((await control("GET", "requests")).body);
    expect(entries).toHaveLength(200);
    expect(entries.at(-1)).toMatchObject({ number: 250, target: "/249" });
  });
});

test("A reset makes everything as it was at the start", async () => {
  await control("PUT", "sequences/resetSmartContractInstance", ["server_failure"]);
  await control("PUT", "behaviour", { fail: "100%" });
  await ask();
  expect((await control("POST", "reset")).status).toBe(200);
  expect(JSON.parse((await control("GET", "requests")).body)).toEqual([]);
  expect((await ask()).status).toBe(200);
});

test("Health tells what is served", async () => {
  const health = JSON.parse((await control("GET", "health")).body);
  expect(health).toMatchObject({ status: "ok", title: contract.info.title, contractError: null });
});

describe("The controls are kept", () => {
  test.each(["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example"])(
    "from the name %j",
    async (host) => {
      expect((await control("GET", "requests", undefined, { host })).status).toBe(421);
    },
  );

  test.each(["localhost", "127.0.0.1:80", "[::1]:80", "mock.localhost:4010"])(
    "for the name %j",
    async (host) => {
      expect((await control("GET", "requests", undefined, { host })).status).toBe(200);
    },
  );

  test.each(["https://evil.example", "http://localhost:3000", "null"])("from pages of %s", async (origin) => {
    const answers = await Promise.all([
      control("GET", "requests", undefined, { origin }),
      control("GET", "", undefined, { origin }),
      control("POST", "reset", undefined, { origin }),
    ]);
    for (const { status, headers } of answers)
      expect([status, headers["access-control-allow-origin"]]).toEqual([403, undefined]);
  });

  test("for the mock's own page", async () => {
    const { origin } = new URL(mock.url);
    expect((await control("GET", "requests", undefined, { origin })).status).toBe(200);
    expect((await control("POST", "reset", undefined, { origin })).status).toBe(200);
  });

  test("from other methods and paths", async () => {
    expect((await control("DELETE", "requests")).status).toBe(404);
    expect((await control("GET", "no-such")).status).toBe(404);
    expect((await send(mock.url, { method: "GET", target: "/__mocking", headers: {} })).status).toBe(404);
  });
});
