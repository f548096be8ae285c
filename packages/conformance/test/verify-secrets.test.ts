import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type JsonObject, loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { type Report, type Result, runVerify } from "../src/index.ts";
import { type Fault, startContractServer } from "./support/contract-server.ts";
import { failuresIn } from "./support/verify-document.ts";

const schemes: Record<string, JsonObject> = {
  headerKey: { type: "apiKey", in: "header", name: "X-Key" },
  queryKey: { type: "apiKey", in: "query", name: "key" },
  cookieKey: { type: "apiKey", in: "cookie", name: "key" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  login: {
    type: "openIdConnect",
    openIdConnectUrl: "https://login.example/.well-known/openid-configuration",
  },
};

const environment = {
  WORKFLOW_HEADER_KEY: "t0ken",
  WORKFLOW_QUERY_KEY: "t0ken",
  WORKFLOW_COOKIE_KEY: "t0ken",
  WORKFLOW_BASIC: "ada:t0ken",
  WORKFLOW_BEARER: "t0ken",
  WORKFLOW_LOGIN: "t0ken",
};

/** An operation for each of some ways of authenticating. */
function documentOf(ways: Record<string, readonly string[]>, refusal: string): JsonObject {
  const operations = Object.entries(ways).map(([name, keys]) => {
    const security = [Object.fromEntries(keys.map((key) => [key, []]))];
    const responses = { "204": { description: "Done." }, [refusal]: { description: "Refused." } };
    return [`/${name}`, { get: { operationId: name, security, responses } }] as const;
  });
  return {
    openapi: "3.1.1",
    info: { title: "Secrets", version: "1.0.0" },
    paths: Object.fromEntries(operations),
    components: { securitySchemes: schemes },
  };
}

const each = documentOf(
  {
    byHeader: ["headerKey"],
    byQuery: ["queryKey"],
    byCookie: ["cookieKey"],
    byPassword: ["basic"],
    byToken: ["bearer"],
    byLogin: ["login"],
    byPair: ["headerKey", "cookieKey"],
  },
  "401",
);
const folder = await mkdtemp(join(tmpdir(), "verify-secrets-"));

async function write(document: JsonObject): Promise<string> {
  const file = join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(document));
  return file;
}

async function verify(
  url: string,
  file: string,
  given: Record<string, string> = environment,
): Promise<Report> {
  const out: string[] = [];
  const print = (text: string): void => void out.push(text);
  const args = ["--base-url", url, "--contract", file, "--reporter", "json"];
  await runVerify(args, { environment: given, print, printError: print, progress: undefined });
  return JSON.parse(out.join(""));
}

/** What comes of verifying a server that knows its secrets, but for a fault. */
async function verifyServer(document: JsonObject, fault: Fault = {}): Promise<Report> {
  const file = await write(document);
  const server = await startContractServer(await loadContract(file), fault);
  try {
    return await verify(server.url, file);
  } finally {
    await server.close();
  }
}

const takesAny: Fault = { overlooks: ({ reason }) => reason === "The secret is not known." };
const isWrong = ({ title }: Result): boolean => title.includes(" with a wrong ");

test("Each secret of each way of authenticating is sent as a wrong one, and a server that knows its own refuses that.", async () => {
  const report = await verifyServer(each);
  expect(failuresIn(report)).toEqual([]);
  expect(report.conclusion).toBe("agrees");
  const wrong = report.results.filter(isWrong);
  expect(wrong.map(({ title }) => title)).toEqual([
    "byHeader 401 with a wrong headerKey",
    "byQuery 401 with a wrong queryKey",
    "byCookie 401 with a wrong cookieKey",
    "byPassword 401 with a wrong basic",
    "byToken 401 with a wrong bearer",
    "byLogin 401 with a wrong login",
    "byPair 401 with a wrong headerKey",
    "byPair 401 with a wrong cookieKey",
  ]);
  expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401]));
});

test("A server that takes any secret ignores authentication, and the command of the finding shows it again.", async () => {
  const file = await write(each);
  const server = await startContractServer(await loadContract(file), takesAny);
  try {
    const found = failuresIn(await verify(server.url, file));
    expect(found.map(({ title }) => title)).toEqual(found.filter(isWrong).map(({ title }) => title));
    expect(found).toHaveLength(8);
    expect(JSON.stringify(found)).not.toContain("t0ken");
    for (const { curl, findings, title } of found) {
      expect(findings, title).toMatchObject([
        {
          name: "ignored_auth",
          message: "401 was expected, 204 came: no way of authenticating is complete and right.",
        },
      ]);
      const { stdout } = await shell(curl);
      expect(stdout, title).toMatch(/^HTTP\/1.1 204 /);
      expect(JSON.stringify(server.requests.at(-1)), title).toMatch(/00000|MDAw/);
    }
  } finally {
    await server.close();
  }
});

function shell(command: string): Promise<{ readonly stdout: string }> {
  const { PATH } = process.env;
  return promisify(execFile)("sh", ["-c", command], { env: { PATH, ...environment } });
}

test.each(["403", "4XX"])("Where the contract has %s, a wrong secret may be forbidden.", async (refusal) => {
  const document = documentOf({ byHeader: ["headerKey"] }, refusal);
  const forbids: Fault = {
    spoils: (answer, { headers }) =>
      answer.status === 401 && /^0+$/.test(headers["x-key"] ?? "") ? { ...answer, status: 403 } : answer,
  };
  expect(failuresIn(await verifyServer(document, forbids))).toEqual([]);
});

test("Where the contract has a 401 alone, a wrong secret is not forbidden.", async () => {
  const document = documentOf({ byHeader: ["headerKey"] }, "401");
  const forbids: Fault = {
    spoils: (answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer),
  };
  expect(failuresIn(await verifyServer(document, forbids)).filter(isWrong)).toHaveLength(1);
});

const base64 = (text: string): string => Buffer.from(text).toString("base64url");
const sign = (text: string): string =>
  createHmac("sha256", "key of the server").update(text).digest("base64url");
const claims = `${base64('{"alg":"HS256","typ":"JWT"}')}.${base64('{"sub":"ada"}')}`;
const jwt = `${claims}.${sign(claims)}`;

/** Whether a token is a JWT that can be read, whoever has signed it. */
function isReadable(token: string): boolean {
  try {
    const [head = "", body = "", signature] = token.split(".").map((part) => Buffer.from(part, "base64url"));
    return signature !== undefined && typeof JSON.parse(`[${head},${body}]`) === "object";
  } catch {
    return false;
  }
}

const isSigned = (token: string): boolean =>
  isReadable(token) && token.endsWith(`.${sign(token.replace(/\.[^.]*$/, ""))}`);

/** What fails of a server that knows tokens by a rule. */
async function failuresOf(knows: (token: string) => boolean): Promise<string[]> {
  const file = await write(documentOf({ byToken: ["bearer"] }, "401"));
  const server = createServer(({ headers, method, url }, response) => {
    const [, token = ""] = /^Bearer (.+)$/.exec(headers.authorization ?? "") ?? [];
    if (url?.split("?")[0] !== "/byToken") response.writeHead(404).end();
    else if (method !== "GET") response.writeHead(405, { allow: "GET" }).end();
    else response.writeHead(knows(token) ? 204 : 401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  try {
    return failuresIn(await verify(url, file, { WORKFLOW_BEARER: jwt })).map(({ title }) => title);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("A server that verifies the signature of a token agrees, and one that only reads the token does not.", async () => {
  expect(await failuresOf(isSigned)).toEqual([]);
  expect(await failuresOf(isReadable)).toEqual(["byToken 401 with a wrong bearer"]);
});
