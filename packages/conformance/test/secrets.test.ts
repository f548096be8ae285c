import { spawnSync } from "node:child_process";
import { type HttpRequest, readContract } from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { describe, expect, test } from "vitest";
import { curlOf, deriveCases, type Target, variableOf, withSecrets } from "../src/index.ts";

const contract = readContract(furtherContract());
const { securitySchemes } = contract;
const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";
const wrongJwt = jwt.replace("c2lnbmF0dXJl", "0000000000000000");

async function sentOf(request: HttpRequest, secrets: Readonly<Record<string, string>>) {
  let headers: HttpRequest["headers"] = {};
  const target: Target = {
    send: async (sent) => {
      headers = sent.headers;
      return { status: 200, headers: {}, body: "" };
    },
  };
  await withSecrets(target, securitySchemes, secrets).send(request);
  return headers;
}

const cases = deriveCases(contract);
const none = { method: "", path: "", query: "", headers: {}, body: "" };
const requestOf = (title: string): HttpRequest =>
  cases.find((one) => one.title === title)?.request ?? none;
const full = requestOf("getVariablesCage 200 full");
const wrongLogin = requestOf("settingsReplace 401 with a wrong secret in Authorization");
const wrong = requestOf("resetSmartContractInstance 401 with a wrong secret in Authorization");

describe("secrets", () => {
  test("have variables named after their schemes", () => {
    const names = ["apiKey2", "my-own.key"].map((name) => variableOf({ name }));
    expect(names).toEqual(["VERIFY_API_KEY2", "VERIFY_MY_OWN_KEY"]);
  });

  test("replace placeholders when a request is sent, even if they look like one", async () => {
    const [apiKey, apiSecret] = ["~VERIFY_API_SECRET~", "$&"];
    const headers = await sentOf(full, { apiKey, apiSecret });
    expect(headers).toMatchObject({ "x-api-key": apiKey, "x-api-secret": apiSecret });
  });

  test("that are wrong are zeros; of a JWT the signature, of a person the password", async () => {
    for (const [bearer, sent] of [
      ["opaque", "0000000000000000"],
      [jwt, wrongJwt],
    ] as const)
      expect(await sentOf(wrong, { bearer })).toMatchObject({ authorization: `Bearer ${sent}` });
    const { authorization } = await sentOf(wrongLogin, { login: "ada:s3cret" });
    expect(authorization).toBe(`Basic ${btoa("ada:0000000000000000")}`);
  });
});

/** What a command gives to curl, by a shell that has a `curl` of its own. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = {
    VERIFY_API_KEY: 'it\'s $1 "key"',
    VERIFY_API_SECRET: "secret",
    VERIFY_BEARER: jwt,
    VERIFY_LOGIN: "ada:s3cret",
  };
  const { status, stdout } = spawnSync("sh", ["-c", script], { env, encoding: "utf8" });
  expect(status).toBe(0);
  return stdout.split("\0").slice(0, -1);
}

describe("a curl command", () => {
  test("has the method, the URL, the headers and the secrets from their variables", () => {
    const command = curlOf("http://127.0.0.1:4010/", full, securitySchemes);
    expect(command).toContain('-H "x-api-key: $VERIFY_API_KEY"');
    expect(argumentsOf(command)).toEqual([
      ...["-i", `http://127.0.0.1:4010${requestTarget(full)}`],
      ...["-H", "accept: application/vnd.api+json"],
      ...["-H", `x-domain: ${full.headers["x-domain"]}`],
      ...["-H", 'x-api-key: it\'s $1 "key"', "-H", "x-api-secret: secret"],
    ]);
  });

  test("spoils the signature of a token in the shell", () => {
    const own = securitySchemes.filter(({ name }) => name === "bearer");
    expect(argumentsOf(curlOf("http://a", wrong, own))).toContain(
      `authorization: Bearer ${wrongJwt}`,
    );
  });

  test("sends what a shell or curl would change, and no headers of its own", () => {
    const request = {
      method: "POST",
      path: "/a/../[b]",
      query: "",
      headers: { "x-empty": "" },
      body: `it's "$HOME"\n`,
    };
    expect(argumentsOf(curlOf("http://a", request, []))).toEqual([
      ...["-i", "-X", "POST", "--path-as-is", "-g", "http://a/a/../[b]", "-H", "x-empty;"],
      ...["-H", "content-type:", "--data-raw", `it's "$HOME"\n`],
    ]);
  });

  test("encodes the name and the password of a person in the shell", () => {
    const request = requestOf("settingsReplace 204 settings_replaced");
    const login = securitySchemes.filter(({ type }) => type === "basic");
    for (const [each, secret] of [
      [request, "ada:s3cret"],
      [wrongLogin, "ada:0000000000000000"],
    ] as const)
      expect(argumentsOf(curlOf("http://a", each, login))).toContain(
        `authorization: Basic ${btoa(secret)}`,
      );
  });
});
