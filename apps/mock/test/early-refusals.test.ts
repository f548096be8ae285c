import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type JournalEntry, type RunningMock, startMock } from "../src/index.ts";
import { sendRaw, statusOf } from "./support/http.ts";

/** The paths of the requests that a log is told of. */
const told: string[] = [];
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock({
    onAnswer: ({ method, target }, { status }) => told.push(`${method} ${target} ${status}`),
  });
});

beforeEach(() => {
  mock.controls.reset();
  told.length = 0;
});

afterAll(() => mock.close());

const credentials = "Authorization: Bearer secret-1\r\nX-API-KEY: secret-1\r\nCookie: session=secret-1";

/** A request with credentials, which ends where its last line does. */
function head(first: string, ...headers: string[]): string {
  return `${[first, "Host: x", "Connection: close", credentials, ...headers].join("\r\n")}\r\n`;
}

function request(first: string, ...headers: string[]): string {
  return `${head(first, ...headers)}\r\n`;
}

/** The entry of the only request that came, and its answer. */
async function refused(raw: string): Promise<{ answer: string; entry: JournalEntry | undefined }> {
  const answer = await sendRaw(mock.url, raw);
  expect(mock.requests()).toHaveLength(1);
  return { answer, entry: mock.requests()[0] };
}

const long = "a".repeat(20_000);

test.each([
  [
    "a body that is too long",
    `${request("POST /things?access_token=secret-1 HTTP/1.1", "X-Trace: 7", "Content-Length: 2000000")}${"x".repeat(1_100_000)}`,
    { status: 413, method: "POST", target: "/things?access_token=(credential)" },
    /^The body is too long: .*up to 1048576 bytes.* Send a shorter one/,
  ],
  [
    "a body that does not arrive",
    `${request("PUT /things HTTP/1.1", "X-Trace: 7", "Content-Length: 100")}half`,
    { status: 408, method: "PUT", target: "/things" },
    /^The body did not arrive: .*Is the Content-Length right/,
  ],
  [
    "a header that is too long",
    request("GET /things HTTP/1.1", "X-Trace: 7", `X-Long: ${long}`),
    { status: 431, method: "GET", target: "/things" },
    /^The request line and headers are too long: .*16 KiB.*the header X-Long, of 20006 bytes: make it shorter/,
  ],
  [
    "a path that is too long",
    request(`GET /${long} HTTP/1.1`, "X-Trace: 7"),
    { status: 431, method: "GET", target: expect.stringMatching(/^\/a{999}…$/) },
    /the path with its query, of 20001 bytes: make it shorter/,
  ],
  [
    "a body in broken chunks",
    `${request("POST /things HTTP/1.1", "X-Trace: 7", "Transfer-Encoding: chunked")}zz\r\n`,
    { status: 400, method: "POST", target: "/things" },
    /^This is not an HTTP request: .*chunk size/,
  ],
  [
    "no host",
    request("GET /things HTTP/1.1", "X-Trace: 7").replace("Host: x\r\n", ""),
    { status: 400, method: "GET", target: "/things" },
    /^The header Host is missing: /,
  ],
  [
    "an expectation that nobody can meet",
    request("GET /things HTTP/1.1", "X-Trace: 7", "Expect: a-miracle"),
    { status: 417, method: "GET", target: "/things" },
    /^The header Expect asks for what nobody can meet: .*100-continue/,
  ],
  [
    "a tunnel",
    request("CONNECT things.example:443 HTTP/1.1", "X-Trace: 7"),
    { status: 405, method: "CONNECT", target: "things.example:443" },
    /^The mock is no proxy: /,
  ],
  [
    "a page of another origin",
    request(
      "OPTIONS /things HTTP/1.1",
      "X-Trace: 7",
      "Origin: https://other.example",
      "Access-Control-Request-Method: GET",
    ),
    { status: 403, method: "OPTIONS", target: "/things" },
    /^Pages of this origin may not read the answers: .*--cors-origin/,
  ],
])(
  "The journal and the log tell of %s, with the request and what to do",
  async (_what, raw, expected, reason) => {
    const { answer, entry } = await refused(raw);
    expect(entry).toMatchObject({ ...expected, reason: expect.stringMatching(reason), validated: [] });
    expect(entry?.headers).toMatchObject({
      "x-trace": "7",
      authorization: "(credential)",
      cookie: "(credential)",
    });
    expect(statusOf(answer)).toBe(expected.status);
    expect(told).toEqual([
      expect.stringMatching(new RegExp(`^${entry?.method} /?[a-z].* ${expected.status}$`)),
    ]);
  },
);

test.each([
  [
    "a space in a path",
    request("GET /things/a b?access_token=secret-1 HTTP/1.1"),
    { status: 400, method: "GET", target: "/things/a" },
    /as when a space stands in it\. .* percent-encoded/,
  ],
  [
    "a letter in a path that is not encoded",
    request("GET /things/\u00e9?access_token=secret-1 HTTP/1.1"),
    { status: 400, method: "GET", target: "/things/\u00e9?access_token=(credential)" },
    /Invalid char in url path.* percent-encoded/,
  ],
  [
    "a line that is no header",
    request("GET /things HTTP/1.1", "X-API-SECRET : secret-1"),
    { status: 400, method: "GET", target: "/things" },
    /Invalid header token/,
  ],
  [
    "what is no HTTP at all",
    "PASSWORD secret-1 HTTP/1.1\r\n\r\n",
    { status: 400, method: "", target: "" },
    /Invalid method/,
  ],
  [
    "a handshake of TLS",
    "\x16\x03\x01\x00\xc8\x01",
    { status: 400, method: "", target: "" },
    /those of TLS\. Use an address with http:/,
  ],
  [
    "headers that do not arrive",
    head("GET /things HTTP/1.1"),
    { status: 408, method: "", target: "" },
    /^The headers did not arrive: .*empty line/,
  ],
  [
    "more headers than are read",
    request("GET /things HTTP/1.1", `X-Long: ${"a".repeat(300_000)}`),
    { status: 431, method: "", target: "" },
    /Shorten the path or the headers/,
  ],
])("Of %s they tell as much as can be read, and no header", async (_what, raw, expected, reason) => {
  const { entry } = await refused(raw);
  expect(entry).toMatchObject({ ...expected, headers: {}, reason: expect.stringMatching(reason) });
  expect(JSON.stringify(entry)).not.toContain("secret-1");
  expect(told).toHaveLength(1);
});

test("What stands behind another request in the same bytes is not taken for that one", async () => {
  await sendRaw(
    mock.url,
    `${request("GET /things HTTP/1.1").replace("close", "keep-alive")}no request\r\n\r\n`,
  );
  expect(mock.requests()).toContainEqual(expect.objectContaining({ method: "", target: "", status: 400 }));
});

test("A user and a password in a target are shown neither by the journal nor by the answer", async () => {
  const { answer, entry } = await refused(request("GET http://me:secret-1@things.example/a HTTP/1.1"));
  expect(entry).toMatchObject({ status: 400, target: "http://(credential)@things.example/a" });
  expect(answer).not.toContain("secret-1");
});

test("A request that is too long is kept in part, whatever else is wrong with it", async () => {
  const headers = Array.from({ length: 200 }, (_, index) => `X-${index}: ${"a".repeat(1200)}`);
  const { entry } = await refused(
    `${request("POST /things HTTP/1.1", ...headers, "Content-Length: 2000000")}${"x".repeat(1_100_000)}`,
  );
  expect(entry).toMatchObject({ status: 413, method: "POST" });
  expect(entry?.headers["x-0"]).toBe(`${"a".repeat(1000)}…`);
  expect(JSON.stringify(entry).length).toBeLessThan(17 * 1024);
});

test("What is refused of the controls is no request to the service", async () => {
  const raw = request("PUT /__mock/behaviour HTTP/1.1", "Content-Length: 2000000") + "x".repeat(1_100_000);
  expect(statusOf(await sendRaw(mock.url, raw))).toBe(413);
  expect(mock.requests()).toEqual([]);
  expect(told).toEqual([]);
});
