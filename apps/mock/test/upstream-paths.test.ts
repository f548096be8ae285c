import { type Contract, readContract } from "@workflow-api/contract";
import type { JsonObject } from "@workflow-api/contract/json";
import { expect, test } from "vitest";
import { createMock, startMock } from "../src/index.ts";
import { keepAtMock } from "../src/upstream/rewrite.ts";
import { parseUpstream, servicePathOf } from "../src/upstream/service-path.ts";
import { ask, lastOf, sends, start } from "./support/service.ts";

// Which path of the real service a path of the mock stands for, and the way back.

const responses = { "200": { description: "Here." } };

function contractOf(servers: readonly JsonObject[], ofOperation?: readonly JsonObject[]): Contract {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  return readContract({
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    servers: [...servers],
    paths: {
      "/items": { get: { responses }, post: { responses } },
      "/items/{id}": { get: { parameters: [id], responses } },
      "/uploads": { post: { responses, ...(ofOperation && { servers: [...ofOperation] }) } },
    },
  });
}

const version = { default: "v1", enum: ["v1", "v2"] };
const none = contractOf([]);
const v1 = contractOf([{ url: "https://api.example.com/v1" }]);
const slash = contractOf([{ url: "https://api.example.com/v1/" }]);
const relative = contractOf([{ url: "/api/v1" }]);
const several = contractOf([{ url: "https://a.example/v1" }, { url: "https://b.example/b/v1" }]);
const variable = contractOf([
  { url: "https://{host}/{version}", variables: { host: { default: "a.example" }, version } },
]);
const ofOperation = contractOf([{ url: "/v1" }], [{ url: "https://uploads.example/files" }]);

const [bare, below, deep] = ["http://service", "http://service/v1", "http://service/a/b/"];

test.each<readonly [contract: Contract, url: string, request: string, target: string]>([
  [none, bare, "GET /items/7", "/items/7"],
  [none, below, "GET /items/7", "/v1/items/7"],
  [none, deep, "GET /items/7", "/a/b/items/7"],
  [v1, bare, "GET /items/7", "/v1/items/7"],
  [v1, bare, "GET /v1/items/7", "/v1/items/7"],
  [v1, `${bare}/`, "HEAD /items/7", "/v1/items/7"],
  [v1, below, "GET /items/7", "/v1/items/7"],
  [v1, below, "GET /v1/items/7", "/v1/items/7"],
  [v1, deep, "GET /v1/items/7", "/a/b/items/7"],
  [v1, deep, "GET /%761/items/a%2Fb", "/a/b/items/a%2Fb"],
  [v1, below, "DELETE /v1/items/7", "/v1/items/7"],
  [v1, bare, "DELETE /items/7", "/v1/items/7"],
  [v1, below, "GET /v1/none", "/v1/none"],
  [v1, below, "GET /none", "/v1/none"],
  [v1, below, "GET /v1x/none", "/v1/v1x/none"],
  [v1, bare, "GET /v1/none/", "/v1/none/"],
  [v1, bare, "GET /login", "/login"],
  [v1, bare, "GET /", "/"],
  [v1, below, "GET /v1", "/v1"],
  [v1, below, "GET /v1/", "/v1/"],
  [v1, below, "OPTIONS *", "*"],
  [slash, below, "GET /v1/items/7", "/v1/items/7"],
  [slash, bare, "GET /items/7", "/v1/items/7"],
  [relative, bare, "GET /items", "/api/v1/items"],
  [relative, below, "GET /api/v1/items", "/v1/items"],
  [several, bare, "GET /items", "/v1/items"],
  [several, bare, "GET /b/v1/items", "/b/v1/items"],
  [several, deep, "GET /b/v1/items", "/a/b/items"],
  [variable, bare, "GET /items", "/v1/items"],
  [variable, bare, "GET /v2/items", "/v2/items"],
  [variable, deep, "GET /v2/items", "/a/b/items"],
  [ofOperation, bare, "POST /uploads", "/files/uploads"],
  [ofOperation, bare, "POST /files/uploads", "/files/uploads"],
  [ofOperation, bare, "GET /items", "/v1/items"],
  [ofOperation, below, "POST /files/uploads", "/v1/uploads"],
])("before %#, a request goes to the path that is meant", (contract, url, request, target) => {
  const [method = "", path = ""] = request.split(" ");
  const route = contract.route(method, path);
  expect(servicePathOf(contract, parseUpstream(url), path, route).path).toBe(target);
});

test("a request and its query are sent there, and the mock shows the base URL", async () => {
  const started = await start(sends({}), { contract: v1 }, "/v1");
  await ask(started, "/v1/items/7?a=%20b");
  await ask(started, "/items/7");
  expect(started.targets).toEqual(["/v1/items/7?a=%20b", "/v1/items/7"]);
  const state = await fetch(`${started.mock.url}/__mock/state`);
  expect(await state.json()).toMatchObject({ upstream: expect.stringMatching(/:\d+\/v1$/) });
});

test.each([
  ["http://service/?key=s3cr3t", "without a query"],
  ["http://service/v1?", "without a query"],
  ["http://service/#s3cr3t", "without a fragment"],
  ["http://user:s3cr3t@service/", "without a user or a password"],
  ["ftp://service/", "takes a URL such as"],
  ["service:8080", "takes a URL such as"],
])("the URL %s is refused, and not shown: %s", async (upstream, message) => {
  const started = startMock({ contract: v1, upstream });
  await expect(started).rejects.toThrow(message);
  await expect(started).rejects.not.toThrow("s3cr3t");
});

/** A header of a response as the mock rewrites it, and the notes without that. */
function crossing(
  [contract, url]: readonly [Contract, string],
  path: string,
  headers: Record<string, string | string[]>,
): readonly [headers: Record<string, string | string[]>, messages: string[]] {
  const upstream = parseUpstream(url);
  const where = {
    mock: createMock(contract),
    request: { method: "GET", path, query: "", headers: { host: "mock:4010" }, body: "" },
    url: upstream,
    servicePath: servicePathOf(contract, upstream, path),
  };
  const asked = keepAtMock(headers, where, true);
  const noted = keepAtMock(headers, where, false);
  expect(noted.headers).toEqual({});
  return [{ ...headers, ...asked.headers }, noted.notes.map(({ message }) => message)];
}

const itself = "leads to the service itself: --rewrite changes that";
const outside = "leads to the service itself, outside of its base URL";
const ofService = "is a path of the service, not of the mock: --rewrite changes that";

test.each<readonly [url: string, path: string, location: string, expected: string, note: string]>([
  [below, "/items", "http://service/v1/items/8?a=b#c", "http://mock:4010/items/8?a=b#c", itself],
  [below, "/v1/items", "http://service/v1/items/8", "http://mock:4010/v1/items/8", itself],
  [bare, "/items", "http://service/v1/items/8", "http://mock:4010/items/8", itself],
  [bare, "/items", "http://service/login", "http://mock:4010/login", itself],
  [bare, "/items", "//service/login", "http://mock:4010/login", itself],
  [deep, "/items", "https://api.example.com/v1/items/8", "http://mock:4010/items/8", itself],
  [below, "/items", "http://service/login", "http://service/login", outside],
  [deep, "/v1/items", "/a/b/items/8", "/v1/items/8", ofService],
  [below, "/v1/items", "/v1/items/8", "/v1/items/8", ""],
  [bare, "/items", "/v1/items/8", "/v1/items/8", ""],
  [bare, "/items", "/login", "/login", ""],
  [below, "/items", "8", "8", ""],
  [below, "/items", "https://elsewhere.example/v1", "https://elsewhere.example/v1", ""],
  [below, "/items", "http://mock:4010/v1/items", "http://mock:4010/v1/items", ""],
  [below, "/items", "http://[", "http://[", ""],
])(
  "with %s, GET %s and Location: %s keep a client at the mock",
  (url, path, location, expected, note) => {
    const [headers, messages] = crossing([v1, url], path, { location });
    expect([headers["location"]].flat()).toEqual([expected]);
    expect(messages).toEqual(note === "" ? [] : [note]);
  },
);

test.each<readonly [path: string, cookie: string, expected: string, problem: string]>([
  ["/items", "a=1; Domain=service; HttpOnly", "a=1; HttpOnly", "is for the domain service"],
  ["/items", "a=1; Secure; SameSite=None; Partitioned", "a=1", "is Secure"],
  [
    "/items",
    "a=1; domain=.example.com; secure; SameSite=Lax",
    "a=1; SameSite=Lax",
    "is for the domain .example.com and is Secure",
  ],
  [
    "/items",
    "a=1; Path=/v1/items; Max-Age=5",
    "a=1; Path=/items; Max-Age=5",
    "is for the path /v1/items",
  ],
  ["/items", "a=1; Path=/v1", "a=1; Path=/", "is for the path /v1"],
  ["/v1/items", "a=1; Path=/v1", "a=1; Path=/v1", ""],
  ["/items", "a=1; Path=/; Domain=mock", "a=1; Path=/; Domain=mock", ""],
  ["/items", "a=b=c; HttpOnly", "a=b=c; HttpOnly", ""],
])("GET %s and Set-Cookie: %s keep a session at the mock", (path, cookie, expected, problem) => {
  const given = { "set-cookie": ["b=2", cookie] };
  const [headers, messages] = crossing([v1, below], path, given);
  expect(headers).toEqual({ "set-cookie": ["b=2", expected] });
  expect(messages).toEqual(problem !== "" ? [`a ${problem}: --rewrite changes that`] : []);
});

test("a cookie whose name wants TLS cannot be rewritten, and a note says so", () => {
  const cookie = { "set-cookie": ["__Host-a=1; Secure; Path=/"] };
  expect(crossing([v1, below], "/items", cookie)).toEqual([cookie, ["__Host-a is Secure"]]);
});

test("with --rewrite, a redirect after a login stays at the mock", async () => {
  const cookies = ["sid=s3cr3t; Domain=service.example; Secure"];
  const options = { contract: v1, rewrite: true };
  const started = await start(
    (incoming, response) => {
      const location = `http://${incoming.headers.host}/v1/items/7`;
      response.writeHead(303, { location, "set-cookie": cookies }).end();
    },
    options,
    "/v1",
  );
  const response = await ask(started, "/items", { method: "POST" });
  expect(response.headers.get("location")).toBe(`${started.mock.url}/items/7`);
  expect(response.headers.getSetCookie()).toEqual(["sid=s3cr3t"]);
  expect(response.headers.get("mock-note")).toMatch(
    /location leads to the service itself: it is rew/,
  );
  const entry = await lastOf(started);
  expect(entry?.response.headers["location"]).toBe(`${started.mock.url}/items/7`);
  expect(JSON.stringify(entry)).not.toContain("s3cr3t");
});
