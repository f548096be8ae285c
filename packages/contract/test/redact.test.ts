import { expect, test } from "vitest";
import { parseTarget } from "../src/http.ts";
import { createRedactor, loadContract, terminalText } from "../src/index.ts";

const { body: redactBody, message, target } = createRedactor(loadContract());
const value = "s3cr3t";

/** Everything that is shown of a message. */
function shown(target: string, headers: Record<string, string> = {}, body = ""): string {
  return JSON.stringify(message({ method: "POST", ...parseTarget(target), headers, body }));
}

test.each([
  ..."X-API-KEY token client_secret pin access_token[] key user[passwd] access%5Ftoken sessionId"
    .split(" ")
    .map((name) => `/x?page=2&${name}=${value}`),
  `/x#access_token=${value}`,
  `/x?code=${value}&state=1`,
  `/x?a=1;access_token=${value}`,
  `/x?next=${encodeURIComponent(encodeURIComponent(`https://a.example/?token=${value}&b=100%25`))}`,
  `/eyJhbGciOiJub25lIn0.eyJhIjoxfQ.${value}/x`,
  `/x?filter=${encodeURIComponent(`{"auth":{"password":"${value}"}}`)}`,
  `http://user:${value}@a.example/x`,
  `http://user:p@${value}@a.example/x`,
])("the target %s is shown without its credential", (target) => {
  expect(shown(target)).not.toContain(value);
});

test.each<readonly [string, string]>([
  ..."authorization set-cookie x-auth-token x-api-secret x-csrf x-private-key x-oauth-verifier"
    .split(" ")
    .map((name) => [name, value] as const),
  ["sec-websocket-protocol", `bearer, ${value}`],
  ["x-forwarded-by", `Token ${value}`],
  ["referer", `https://a.example/?access_token=${value}`],
  ["x-context", `{"token":"${value}"}`],
])("the header %s: %s is shown without its credential", (name, text) => {
  expect(shown("/x", { [name]: text })).not.toContain(value);
});

test.each([
  `{"user":{"password":"${value}"},"list":[{"refreshToken":{"deep":"${value}"}}]}`,
  `{"url":"https://a.example/?sig=${value}"}`,
  `["Authorization: Bearer ${value}"]`,
  `[{"name":"password","value":"${value}"}]`,
  `{"a":"-----BEGIN RSA PRIVATE KEY-----\\n${value}\\n-----END"}`,
  `{"a":"login(password: \\"a\\\\\\"${value}\\")"}`,
  `{"a":"ghp_${value.repeat(4)}"}`,
  `grant_type=password&client_secret=${value}&a=b`,
  `{"password":"${value}",`,
  `Content-Disposition: form-data; name="password"\r\n\r\n${value}`,
  `${"[".repeat(100_000)}{"token":"${value}"}`,
])("the body %s is shown without its credential", (body) => {
  expect(shown("/x", {}, body)).not.toContain(value);
});

test.each("sig sid pass pin pw otp hmac x-sig request.hmac".split(" "))(
  "the member %s is shown without its credential",
  (name) => {
    expect(shown("/x", {}, `{"${name}":"${value}"}`)).not.toContain(value);
  },
);

test("declared parameters, and names that only look similar, are shown", () => {
  const body =
    '{"author":"a","authority":1, "keys":[{"a":"token"}],"compass":null,' +
    '"name":"a session","value":1}';
  const request = {
    method: "GET",
    path: "/x",
    query: "code=1&include=author&authority=b&limit=1%2C2",
    headers: {
      "x-domain": "d",
      "content-type": "text/plain",
      "idempotency-key": "k",
      accept: "*/*",
    },
    body,
  };
  expect(message(request)).toEqual(request);
  const parameters = [
    { in: "query", name: "Page_Token" },
    { in: "header", name: "X-Token-Kind" },
  ];
  const operations = [{ parameters }] as unknown as Parameters<
    typeof createRedactor
  >[0]["operations"];
  const [scheme] = loadContract().securitySchemes;
  const securitySchemes = scheme === undefined ? [] : [{ ...scheme, parameter: "X-Tenant" }];
  const redactor = createRedactor({ operations, securitySchemes });
  expect(redactor.body("<a><password>b</password>")).toBe("<a><password(credential)");
  expect(redactor.target("/x?page_token=2&token=3")).toBe("/x?page_token=2&token=(credential)");
  const headers = { "x-tenant": "t", "x-token-kind": "k" };
  expect(redactor.message({ headers, body: "" }).headers).toEqual({
    ...headers,
    "x-tenant": "(credential)",
  });
});

test("values within values are read to a depth, and a long string in one pass", () => {
  expect(target(`/x?${"a=".repeat(2000)}token=t`)).toMatch(/^\/x\?(a=)+\(credential\)$/);
  // Beyond that, reading each word again from each of its letters would take minutes.
  const file = JSON.stringify({ file: `${"a".repeat(1_000_000)}==` });
  expect(redactBody(file)).toBe(file);
});

test("text for a terminal has no control characters and no changes of writing direction", () => {
  expect(terminalText("a\x1b[31m\x9b\x7f\u202e\r\n\tb")).toBe(
    "a\\u001b[31m\\u009b\\u007f\\u202e\\u000d\n\tb",
  );
});
