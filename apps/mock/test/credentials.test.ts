import { fileURLToPath } from "node:url";
import { loadContract } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { createMock, type MockAnswer, startMock } from "../src/index.ts";
import { type Received, type Sent, send } from "./support/http.ts";

const file = fileURLToPath(new URL("fixtures/credentials.yaml", import.meta.url));
const contract = await loadContract(file);
const mock = await createMock(contract);

function ask(target: string, headers: Readonly<Record<string, string>>): Promise<MockAnswer> {
  return mock.answer({ method: "GET", target, headers });
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** Credentials, and what of them is refused. `undefined`: nothing. */
type Row = readonly [target: string, headers: Readonly<Record<string, string>>, fault: string | undefined];

const token = "header Authorization must have a token (RFC 6750) after Bearer";
const userPass = "header Authorization must have the Base64 of user:password (RFC 7617) after Basic";
const digest = "header Authorization must have username, realm, nonce, uri, response (RFC 7616) after Digest";

const other = "another than zeros, which stand for a wrong one";
const signed = `${Buffer.from('{"alg":"HS256"}').toString("base64url")}.e30.`;

const rows: readonly Row[] = [
  ["/bearer", { authorization: "Bearer secret-1" }, undefined],
  ["/bearer", { authorization: "bearer secret-1" }, undefined],
  ["/bearer", { authorization: "bearer" }, token],
  ["/bearer", { authorization: "Bearer" }, token],
  ["/bearer", { authorization: "Bearer  " }, token],
  [
    "/bearer",
    { authorization: "secret-1" },
    "header Authorization must be of the scheme Bearer, and have a token (RFC 6750) after it",
  ],
  ["/bearer", {}, "header Authorization must be sent: Bearer and a token (RFC 6750)"],
  ["/basic", { authorization: `Basic ${base64("user:secret-1")}` }, undefined],
  ["/basic", { authorization: `basic ${base64("user:secret-1:with:colons")}` }, undefined],
  ["/basic", { authorization: `Basic ${base64("user:")}` }, undefined],
  ["/basic", { authorization: "Basic" }, userPass],
  ["/basic", { authorization: `Basic ${base64("secret-1")}` }, userPass],
  ["/basic", { authorization: "Basic user:secret-1" }, userPass],
  ["/basic", { authorization: `Basic #!${base64("user:secret-1")}` }, userPass],
  ["/basic", { authorization: `Basic ${base64("user:secret-1")} secret-1` }, userPass],
  [
    "/digest",
    {
      authorization: 'Digest username="user", realm="a@b", nonce="bm9uY2U=", uri="/digest", response="5f4d"',
    },
    undefined,
  ],
  ["/digest", { authorization: 'Digest username="user", realm="a@b"' }, digest],
  ["/digest", { authorization: "Digest" }, digest],
  ["/header", { "x-key": "secret-1" }, undefined],
  ["/header", { "x-key": "" }, "header X-Key must not be empty"],
  ["/header", { "x-key": " " }, "header X-Key must not be empty"],
  ["/header", {}, "header X-Key must be sent"],
  ["/query?key=secret-1", {}, undefined],
  ["/query?key=", {}, "query key must not be empty"],
  ["/query?key=&key=", {}, "query key must not be empty"],
  ["/query", {}, "query key must be sent"],
  ["/cookie", { cookie: "a=b; token=secret-1" }, undefined],
  ["/cookie", { cookie: "token=; a=b" }, "cookie token must not be empty"],
  ["/cookie", { cookie: "refresh_token=secret-1" }, "cookie token must be sent"],
  ["/bearer", { authorization: "Bearer 000-0" }, `header Authorization must have ${other}, after Bearer`],
  [
    "/bearer",
    { authorization: `Bearer ${signed}0000` },
    `header Authorization must have ${other}, after Bearer`,
  ],
  ["/bearer", { authorization: `Bearer ${signed}0001` }, undefined],
  ["/bearer", { authorization: "Bearer v1.0" }, undefined],
  ["/bearer", { authorization: "Bearer ---" }, undefined],
  [
    "/basic",
    { authorization: `Basic ${base64("0:00")}` },
    `header Authorization must have ${other}, after Basic`,
  ],
  ["/basic", { authorization: `Basic ${base64("0:secret-1")}` }, undefined],
  ["/header", { "x-key": "000_000" }, `header X-Key must be ${other}`],
  ["/query?key=00%2B0", {}, `query key must be ${other}`],
  ["/query?key=000&key=secret-1", {}, undefined],
  ["/cookie", { cookie: "token=00%2B0" }, `cookie token must be ${other}`],
  ["/cookies", { cookie: "refresh_token=secret-1; token=secret-1" }, undefined],
  ["/cookies", { cookie: "refresh_token=secret-1" }, "cookie token must be sent"],
];

// One mock answers all, in this order and back: what it remembers of one must not answer another.
describe.each([
  ["", rows],
  [", after all others", rows.toReversed()],
])("Of credentials%s", (_, ordered) => {
  test.each(ordered)("for %s, of %j is refused: %s", async (target, headers, fault) => {
    const { status, headers: answered, body } = await ask(target, headers);
    expect(status).toBe(fault === undefined ? 200 : 401);
    expect(answered["mock-refusal"]).toBe(fault);
    expect(JSON.stringify([answered, body])).not.toContain("secret-1");
  });
});

test("Each way of authenticating is told, with what of it is missing", async () => {
  const { headers, body } = await ask("/either?key=k", { authorization: "Basic x" });
  const authorization = "must be of the scheme Bearer, and have a token (RFC 6750) after it";
  expect(headers["mock-refusal"]).toBe(`header Authorization ${authorization}; or header X-Key must be sent`);
  expect(JSON.parse(body ?? "").errors).toEqual([
    { in: "header", name: "Authorization", expected: authorization, way: 1 },
    { in: "header", name: "X-Key", expected: "must be sent", way: 2 },
  ]);
});

test.each(["{}", "{"])(
  "Ways that share a scheme challenge once (RFC 9110, 11.6.1), whatever the body: %s",
  async (body) => {
    const headers = { "content-type": "application/json" };
    const answer = await mock.answer({ method: "POST", target: "/both", headers, body });
    expect(answer.status).toBe(401);
    expect(answer.headers["WWW-Authenticate"]).toBe("Bearer");
    expect(JSON.parse(answer.body ?? "")).toMatchObject({ headers: { "WWW-Authenticate": "Bearer" } });
  },
);

test("The way of authenticating that lacks the least is told first", async () => {
  const both = "header X-Key must be sent, and query key must be sent";
  const bearer = "header Authorization must be sent: Bearer and a token (RFC 6750)";
  expect((await ask("/either", {})).headers["mock-refusal"]).toBe(`${bearer}; or ${both}`);
});

test("Credentials that need not be sent are told to be left out, if they are not right", async () => {
  expect((await ask("/optional", {})).status).toBe(200);
  const { headers } = await ask("/optional", { authorization: "Bearer" });
  expect(headers["mock-refusal"]).toBe(`${token}; or header Authorization must not be sent`);
});

/** Whatever a credential of the contract is called, and where it may be sent by mistake. */
const called = [
  ...contract.securitySchemes.flatMap(({ name }) => name ?? []),
  "Authorization",
  "access_token",
].flatMap((name) => [name, name.toUpperCase(), name.toLowerCase()]);

const misplacing: readonly [where: string, sent: (name: string) => Pick<Sent, "target" | "headers">][] = [
  ["a query", (name) => ({ target: `/bearer?a=b&${name}=secret-1`, headers: {} })],
  [
    "a query, percent-encoded",
    (name) => ({
      target: `/bearer?%${name.charCodeAt(0).toString(16)}${name.slice(1)}=secret-1&a=b`,
      headers: {},
    }),
  ],
  ["a query, as a list", (name) => ({ target: `/bearer?a=b&${name}[]=secret-1`, headers: {} })],
  ["a second query", (name) => ({ target: `/bearer?a=b?${name}=secret-1`, headers: {} })],
  [
    "an address in a query",
    (name) => ({
      target: `/bearer?a=b&to=${encodeURIComponent(`https://other.example/?c=d&${name}=secret-1#e`)}`,
      headers: {},
    }),
  ],
  [
    "an address in the query of an address in a query",
    (name) => ({
      target: `/bearer?a=b&to=${encodeURIComponent(`/in?to=${encodeURIComponent(`/?${name}=secret-1`)}`)}`,
      headers: {},
    }),
  ],
  [
    "the address of the page that a request comes from",
    (name) => ({
      target: "/bearer?a=b",
      headers: { Referer: `http://127.0.0.1:5173/app?c=d&${name}=secret-1&e=f` },
    }),
  ],
  [
    "the fragment of an address in a header",
    (name) => ({ target: "/bearer?a=b", headers: { "X-Page": `http://127.0.0.1/#c=d&${name}=secret-1` } }),
  ],
  [
    "an address in a header, percent-encoded",
    (name) => ({
      target: "/bearer?a=b",
      headers: { "X-Return-To": encodeURIComponent(`https://other.example/?${name}=secret-1`) },
    }),
  ],
  [
    "a header of another name, for one scheme or the other",
    (name) => ({
      target: "/bearer?a=b",
      headers: {
        [`X-Forwarded-${name}`]: "Bearer secret-1",
        "X-Original": "basic secret-1",
        Referer: "http://user:secret-1@127.0.0.1/",
      },
    }),
  ],
  ["the query of no operation", (name) => ({ target: `/none?a=b&${name}=secret-1`, headers: {} })],
  ["a header", (name) => ({ target: "/bearer?a=b", headers: { [name]: "secret-1" } })],
  ["a cookie", (name) => ({ target: "/bearer?a=b", headers: { Cookie: `${name}=secret-1` } })],
];

test.each(misplacing)(
  "A credential in %s is shown neither in the journal nor in answers",
  async (_, sent) => {
    const running = await startMock({ contractFile: file });
    const answers: Received[] = [];
    for (const name of called) answers.push(await send(running.url, { method: "GET", ...sent(name) }));
    const entries = running.requests();
    await running.close();
    expect(entries).toHaveLength(called.length);
    expect(JSON.stringify([answers, entries])).not.toContain("secret-1");
    for (const { target } of entries) expect(target).toContain("a=b");
  },
);

test("Headers that hold no credentials are shown as they came", async () => {
  const headers = {
    accept: "application/json, text/html;q=0.8, */*;q=0.5",
    referer: "http://127.0.0.1:5173/app?page=2&sort=a%20b#top",
    "x-note": "100% of a=b & c",
  };
  const running = await startMock({ contractFile: file });
  await send(running.url, { method: "GET", target: "/bearer", headers });
  const [entry] = running.requests();
  await running.close();
  expect(entry?.headers).toMatchObject(headers);
});

test("What came for a parameter that is called like a credential is not told", async () => {
  const target = "/elsewhere?Token=secret-1&access_token=secret-1";
  const query = await ask(target, { key: "secret-1" });
  const cookie = await ask("/elsewhere", { cookie: "x-key=secret-1" });
  expect([query.errors, cookie.errors].flat().map((error) => error?.name)).toEqual(
    expect.arrayContaining(["Token", "access_token", "KEY", "x-key"]),
  );
  expect(JSON.stringify([query, cookie])).not.toContain("secret-1");
});

test("The body of a 401 that the contract documents stays as it is, and the header tells what is wrong", async () => {
  const { headers, body } = await ask("/documented", { authorization: "Bearer" });
  expect(JSON.parse(body ?? "")).toEqual({ reason: "documented" });
  expect(headers["mock-refusal"]).toBe(token);
});
