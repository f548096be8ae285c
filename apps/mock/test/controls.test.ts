import { loadContract } from "@workflow-api/contract";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createMock, type RunningMock, startMock } from "../src/index.ts";
import {
  cage,
  contractFile,
  get,
  json,
  lines,
  post,
  reset,
  sendRaw,
  statusOf,
  thingsFile,
} from "./support/requests.ts";

const contract = loadContract(contractFile);
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock({ contract, allowHosts: ["Mock.example"] });
});
afterEach(() => mock.controls.reset());
afterAll(() => mock.close());

/** The names of the scenarios that response as many requests. */
async function scenarios(count: number): Promise<(string | undefined)[]> {
  const names: (string | undefined)[] = [];
  for (let sent = 0; sent < count; sent++)
    names.push((await mock.mock.respond(get(cage))).explanation.scenario);
  return names;
}

function control(method: string, path: string, body?: unknown, headers = {}): Promise<Response> {
  return fetch(`${mock.url}/__mock/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

test("a sequence responds to the next valid requests, whatever they match", async () => {
  expect(await scenarios(2)).toEqual(["full", "full"]);
  mock.controls.setSequence("getCage", ["unauthorized", "date_cage"]);
  expect((await mock.mock.respond({ ...get(cage), headers: {} })).status).toBe(401);
  expect(await scenarios(3)).toEqual(["unauthorized", "date_cage", "full"]);
  expect(mock.requests()[4]).toMatchObject({
    explanation: { reason: "queued" },
    response: { headers: { "mock-scenario": "date_cage; queued" } },
  });
});

test("a sequence names what the header Prefer can name, too", async () => {
  const things = createMock(loadContract(thingsFile));
  const items = ["401", 401, "unauthorized", "code=401", "example=unauthorized"];
  mock.controls.setSequence("getCage", items);
  expect(await scenarios(items.length)).toEqual(items.map(() => "unauthorized"));
  things.controls.setSequence("__proto__", [202]);
  expect((await things.respond(get("/empty"))).status).toBe(202);
});

test("a sequence of one operation that repeats begins again until it is cleared", async () => {
  mock.controls.setSequence("getCage", ["unauthorized", "date_cage"], { repeat: true });
  expect(await scenarios(3)).toEqual(["unauthorized", "date_cage", "unauthorized"]);
  expect((await mock.mock.respond(post(reset))).status).toBe(200);
  mock.controls.setSequence("getCage", []);
  expect(await scenarios(1)).toEqual(["full"]);
});

test("a delay passes before the response comes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  try {
    const own = createMock(contract);
    own.controls.setBehaviour({ delay: "300..300" });
    const responded = vi.fn();
    const response = own.respond(get("/nowhere")).then(responded);
    await vi.advanceTimersByTimeAsync(299);
    expect(responded).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await response;
    expect(own.journal.entries()).toMatchObject([{ duration: 300 }]);
  } finally {
    vi.useRealTimers();
  }
});

test("a failure is a problem that says that it was asked for", async () => {
  mock.controls.setBehaviour({ fail: "100%:500" });
  const response = await mock.mock.respond(get(cage));
  expect(response).toMatchObject({
    status: 500,
    explanation: { reason: "failed", scenario: "full" },
  });
  expect(json(response)["detail"]).toContain("It says nothing about the request");
  mock.controls.setBehaviour({ fail: "100%" });
  expect((await mock.mock.respond(get(cage))).status).toBe(503);
  mock.controls.setBehaviour({});
  expect((await mock.mock.respond(get(cage))).status).toBe(200);
});

test("a dropped connection gets no response, and the journal says so", async () => {
  mock.controls.setBehaviour({ fail: "100%:drop" });
  await expect(fetch(mock.url + cage)).rejects.toThrow();
  expect(mock.requests()).toMatchObject([{ dropped: true, explanation: { reason: "failed" } }]);
});

const sequence = "sequences/getCage";

test.each<readonly [path: string, body: unknown, detail: string]>([
  ["sequences/nothing", [], 'There is no operation "nothing"; there are '],
  [sequence, ["none"], '"none" must name one of full, file_cage'],
  [sequence, [418], "418 must name a status of getCage (200, 401)"],
  [sequence, ["question=none"], '"question=none" must name an open question'],
  [sequence, [{ status: 99 }], 'not {"status":99}'],
  [sequence, { scenarios: [], other: 1 }, "A sequence is a list of names"],
  ["behaviour", { other: 1 }, "A behaviour is an object such as"],
  ["behaviour", { delay: "900..60001" }, "A delay is a number of milliseconds up to 60000"],
  ["behaviour", { fail: "5%:200" }, "A failure is a share such as 5%"],
  ["behaviour", "{", "must be JSON"],
])("PUT %s with %j is refused, and says what can be set", async (path, body, detail) => {
  const response = await control("PUT", path, body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining(detail) });
});

test("the journal keeps the last 200 requests, without credentials and in part", async () => {
  await scenarios(199);
  const headers = { "x-api-key": "secret", "x-long": "a".repeat(20_000) };
  const request = get(`${cage}?include=author&access%5Ftoken=secret`, headers);
  await mock.mock.respond({ ...request, body: `{"pin":"secret","b":"${"b".repeat(200_000)}"}` });
  await scenarios(1);
  const entries = mock.requests();
  expect(entries).toHaveLength(200);
  expect(entries.at(-1)).toMatchObject({ number: 201, target: cage });
  expect(entries.at(-2)).toMatchObject({
    method: "GET",
    target: `${cage}?include=author&access%5Ftoken=(credential)`,
    headers: { "x-api-key": "(credential)", "x-long": `${"a".repeat(4000)}…` },
    body: expect.stringMatching(/^\{"pin":"\(credential\)","b":"b{3900,}…$/),
    status: 200,
    explanation: { operation: "getCage", scenario: "full", reason: "matched" },
    response: {
      headers: { "mock-scenario": "full; matched" },
      body: expect.stringContaining("ada@example.com"),
    },
  });
});

test("the API sets what the controls set, and shows what is set", async () => {
  const repeated = { scenarios: ["unauthorized"], repeat: true };
  await control("PUT", sequence, repeated);
  const behaviour = { delay: "1..2", fail: "100%:502" };
  const set = await control("PUT", "behaviour", behaviour);
  expect(await set.json()).toMatchObject({
    sequences: [{ operation: "getCage", ...repeated }],
    behaviour,
  });
  expect((await mock.mock.respond(get(cage))).status).toBe(502);
  const state = await (await control("POST", "reset")).json();
  expect(state).toMatchObject({ sequences: [], behaviour: { delay: null, fail: null } });
  expect(mock.requests()).toEqual([]);
});

test("pages of other origins and foreign host names do not reach the controls", async () => {
  const from = (origin: string, path: string) => control("GET", path, undefined, { origin });
  for (const origin of ["http://evil.example", "http://localhost:1"])
    expect((await from(origin, "requests")).status).toBe(403);
  expect((await from(mock.url, "requests")).status).toBe(200);
  const statusAt = async (path: string, host: string): Promise<number> =>
    statusOf(await sendRaw(mock.port, lines(`GET /__mock/${path}`).replace("localhost", host)));
  for (const host of ["evil.example", "evillocalhost", "localhost.evil.example"])
    expect(await statusAt("state", host), host).toBe(421);
  for (const host of ["mock.localhost:4010", "192.168.0.7:4010", "mock.example:80"])
    expect(await statusAt("state", host), host).toBe(200);
  for (const path of ["health", "ready"]) expect(await statusAt(path, "evil.example")).toBe(200);
});

test("what is no control gets a list of them, and a foreign preflight is refused", async () => {
  const head = await control("HEAD", "health");
  expect([head.status, await head.text()]).toEqual([200, ""]);
  for (const [method, path] of [
    ["DELETE", "behaviour"],
    ["GET", "nothing"],
    ["GET", "%zz"],
  ] as const) {
    const response = await control(method, path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("PUT behaviour");
  }
  const preflight = { origin: "http://localhost:1", "access-control-request-method": "PUT" };
  expect((await control("OPTIONS", "behaviour", undefined, preflight)).status).toBe(403);
});

test("a response in a sequence is sent as it is, with a note of its violations", async () => {
  const given = { status: 200, headers: { "x-own": "1" }, body: { data: 1 } };
  const set = await control("PUT", sequence, ["unauthorized", given, { status: 204 }]);
  expect(set.status).toBe(200);
  expect(await scenarios(1)).toEqual(["unauthorized"]);
  const response = await mock.mock.respond(get(cage));
  expect(response).toMatchObject({
    status: 200,
    body: '{"data":1}',
    headers: { "x-own": "1", "mock-note": expect.stringContaining("response body/data must be") },
    explanation: { reason: "queued", notes: [{ part: "response body/data" }] },
  });
  expect(await mock.mock.respond(get(cage))).toMatchObject({ status: 204, body: "" });
});
