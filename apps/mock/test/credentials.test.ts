import { fileURLToPath } from "node:url";
import { loadContract } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { createMock, type MockAnswer, startMock } from "../src/index.ts";

const file = fileURLToPath(new URL("fixtures/credentials.yaml", import.meta.url));
const mock = await createMock(await loadContract(file));

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

test("A credential in a query is not shown in the journal, however its name is spelt there", async () => {
  const running = await startMock({ contractFile: file });
  for (const query of ["a=b&key=secret-1", "k%65y=secret-1&a=b", "access_token=secret-1"])
    await fetch(`${running.url}/query?${query}`);
  const targets = running.requests().map(({ target }) => target);
  await running.close();
  expect(targets).toEqual([
    "/query?a=b&key=(credential)",
    "/query?k%65y=(credential)&a=b",
    "/query?access_token=(credential)",
  ]);
});

test("The body of a 401 that the contract documents stays as it is, and the header tells what is wrong", async () => {
  const { headers, body } = await ask("/documented", { authorization: "Bearer" });
  expect(JSON.parse(body ?? "")).toEqual({ reason: "documented" });
  expect(headers["mock-refusal"]).toBe(token);
});
