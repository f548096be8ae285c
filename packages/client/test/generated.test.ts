import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  loadContract,
  type Operation,
  type ParameterValues,
  readContract,
  requestFor,
} from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import { type JsonObject, valueAt } from "@workflow-api/contract/json";
import { describe, expect, test, vi } from "vitest";
import { generatedFiles } from "../generate/main.ts";
import { generateModules } from "../generate/modules.ts";
import { designClient } from "../src/calls.ts";
import { createClient } from "./fixture/client.ts";
import { generateClient } from "./generated-client.ts";
import { callAny, fetchOf, KEYS, NOWHERE, rejectionOf, TENANT } from "./service.ts";

const contract = loadContract(join(import.meta.dirname, "fixture", "openapi.yaml"));
const design = designClient(contract);
const base = { baseUrl: NOWHERE, tenant: TENANT };
const LOGIN = { username: "ada", password: "pass-word" };
/** The credentials of each security requirement. */
const credentials: Readonly<Record<string, object>> = {
  "": {},
  "key,secret": KEYS,
  token: { token: "token-of-the-tests" },
  login: { login: LOGIN },
  "ticket,session": { ticket: "ticket-1", session: "session-1" },
};

test("what is generated is that of the contracts: run npm run generate", async () => {
  for (const [url, text] of await generatedFiles()) expect(await readFile(url, "utf8")).toBe(text);
});

test("what no client can be generated for is refused, each problem with its place", async () => {
  const document = fixtureWith({
    "/paths/~1v1~1books/get/operationId": "then",
    "/paths/~1v1~1books/post/security": [{ token: [], other: [] }],
    "/components/securitySchemes/other": { type: "apiKey", in: "header", name: "authorization" },
    "/paths/~1v1~1health/get/parameters": [{ name: "[]", in: "query", schema: { type: "string" } }],
  });
  await expect(generateModules(readContract(document), "..")).rejects.toThrow(
    /: then: .* \(\/paths\/~1v1~1books\/get\)\n.*: addBook: .*in one header.*\n.*: getV1Health: the query parameter "\[\]" has/s,
  );
});

test("each scenario is sent by a method and by openapi-fetch, and its response read", async () => {
  const cases = contract.operations.flatMap((operation) =>
    operation.scenarios.map((scenario) => ({ operation, scenario })),
  );
  expect(cases.length).toBeGreaterThan(contract.operations.length);
  for (const { operation, scenario } of cases) {
    const { name, status, response, values } = scenario;
    const isRaw = operation.requestBody?.content.length === 0;
    const body = isRaw ? new FormData() : scenario.body;
    const fetch = vi.fn(async (_request: Request) => {
      const text = response === undefined ? null : JSON.stringify(response.body);
      return new Response(text, { status, headers: { "content-type": response?.mediaType ?? "" } });
    });
    const [requirement = []] = operation.security;
    const auth = credentials[String(requirement.map((scheme) => scheme.name))];
    const args = design.argumentsOf(operation).map(({ name, parameter: { key } }) => {
      return [name, values.get(key)];
    });
    const { safe, [operation.method]: call } = Object(anyClient({ ...base, auth, fetch }));
    const { data, error } = await safe[operation.operationId]({
      ...Object.fromEntries(args),
      body,
    });
    expect(data ?? error?.body, name).toEqual(response?.body);
    const other = await call(operation.path, initOf(operation, values, body));
    expect(other.data ?? other.error ?? "", name).toEqual(response?.body ?? "");
    const expected = requestFor(operation, values, scenario.body);
    const { "x-tenant": _, ...headers } = listed(Object.entries(expected.headers));
    expect(fetch).toHaveBeenCalledTimes(2);
    for (const [request] of fetch.mock.calls) {
      // An operation may have a server of its own.
      const url = withBrackets(request.url.replace(/[?&]ticket=ticket-1$/, ""));
      const target = withBrackets(requestTarget(expected));
      expect(url.endsWith(target), `${name}: ${url}`).toBe(true);
      const { cookie, ...sent } = listed(request.headers);
      const others = cookie && { cookie: cookie.replace(/; session=session-1$/, "") };
      expect({ ...sent, ...others }, name).toMatchObject(headers);
      expect(isRaw ? (await request.formData()) && "" : await request.text()).toBe(expected.body);
    }
  }
});

test.each<[object | undefined, string, string[]]>([
  [KEYS, "getV1Health", []],
  [KEYS, "listTrees", []],
  [KEYS, "listBooks", ["x-key", "x-secret", "x-tenant"]],
  [undefined, "getV1Health", []],
  [{ token: async () => "token" }, "listTrees", ["authorization"]],
  [{ token: async () => "token" }, "getV1Health", []],
  [{ login: LOGIN }, "replaceSettings", ["authorization"]],
])("%o authenticates %s by the headers %j", async (auth, method, expected) => {
  const fetch = fetchOf("", 418);
  const { safe } = Object(anyClient({ ...base, auth, fetch }));
  const { parameters = [] } =
    contract.operations.find(({ operationId }) => operationId === method) ?? {};
  const args = parameters.filter(({ in: location }) => location === "path");
  const values = args.map(({ examples, name }) => [name, examples[0]?.value]);
  const body = method === "replaceSettings" ? {} : undefined;
  await safe[method]({ ...Object.fromEntries(values), body });
  const names = [...(fetch.mock.calls[0]?.[0].headers.keys() ?? [])];
  expect(names.filter((name) => /^(x-|auth)/.test(name))).toEqual(expected);
});

test("a login that cannot be encoded is refused", () => {
  const login = { username: "with:colon", password: "pass-word" };
  expect(() => anyClient({ ...base, auth: { login } })).toThrow(/^The option auth.login must be/);
});

test.each([
  ["booksRemove", { number: 7 }, "If-Match"],
  ["booksRemove", { "If-Match": "a" }, "number"],
  ["addBook", {}, "body"],
  ["listTrees", { treeIds: [] }, "treeIds"],
])("%s refuses what cannot be sent: %o", async (method, args, argument) => {
  const fetch = fetchOf();
  const { [method]: call } = Object(anyClient({ ...base, auth: { token: "token" }, fetch }));
  expect(await rejectionOf(callAny(call, args))).toMatchObject({ kind: "argument", argument });
  expect(fetch).not.toHaveBeenCalled();
});

describe("the client of another contract", () => {
  test("sends operations of other servers to their own URLs, or below the main one", async () => {
    // Its option cannot have the name of another one.
    const variables = { timeout: { default: NOWHERE } };
    const client = await generateClient(
      fixtureWith({
        "/paths/~1v1~1health/servers": [{ url: "/v2/" }],
        "/paths/~1v1~1trees~1{treeIds}/servers": [{ url: "https://trees.test/api" }],
        "/paths/~1v1~1books/servers": [{ url: "{timeout}/x", variables }],
      }),
    );
    const urlsOf = async (options: object): Promise<string[]> => {
      const fetch = fetchOf("", 418);
      const given = { ...base, baseUrl: "http://a.test", auth: KEYS, fetch, ...options };
      const { safe } = client.create(given);
      await safe["getV1Health"]?.();
      await safe["listTrees"]?.({ treeIds: [1] });
      await safe["listBooks"]?.();
      return fetch.mock.calls.map(([{ url }]) => url);
    };
    expect(await urlsOf({})).toEqual([
      "http://a.test/v2/v1/health",
      "https://trees.test/api/v1/trees/1",
      "http://a.test/x/v1/books",
    ]);
    const options = { treesTestApiUrl: "http://b.test", timeout2: "http://c.test/" };
    expect(await urlsOf(options)).toEqual([
      "http://a.test/v2/v1/health",
      "http://b.test/v1/trees/1",
      "http://c.test/x/v1/books",
    ]);
  });

  test("is made without credentials only if an operation needs none", async () => {
    const document = fixtureWith({});
    const { "/v1/health": _, "/v1/trees/{treeIds}": __, ...paths } = Object(document["paths"]);
    const client = await generateClient({ ...document, paths });
    const program = `
const base = { baseUrl: "${NOWHERE}", tenant: "${TENANT}" };
// @ts-expect-error none
createClient(base);
// @ts-expect-error neither
createClient({ ...base, auth: {} });
`;
    expect(await client.compile(program)).toBe("");
  });

  test("reads a body as it is, however small the contract", async () => {
    const content = { "application/json": { schema: { type: "array" } } };
    const responses = { 200: { description: "Healthy", content } };
    const client = await generateClient({
      openapi: "3.1.1",
      info: { title: "Health", version: "1" },
      paths: { "/health": { get: { operationId: "getHealth", responses } } },
      // No operation uses it.
      components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    });
    const program = `
createClient({ baseUrl: "${NOWHERE}" }).getHealth() satisfies Promise<readonly unknown[]>;
createClient({ baseUrl: "${NOWHERE}" }).GET("/health");
`;
    expect(await client.compile(program)).toBe("");
    const type = { "Content-Type": "application/json" };
    const { getHealth } = client.create({ baseUrl: NOWHERE, fetch: fetchOf([1], 200, type) });
    expect(await getHealth?.()).toEqual([1]);
  });
});

test("the compiler says what is wrong with a call in one error", async () => {
  const client = await generateClient(fixtureWith({}));
  const printed = await client.compile(`
const base = { baseUrl: "http://a.test", tenant: "t" };
declare const key: string | undefined;
const api = createClient({ ...base, auth: { key: "k", secret: "s" } });
await api.getBook({ bookId: "1", include: ["owner"] });
await api.getBook({ bookId: "1" }, { timout: 1 });
await api.returnBook({ shelfId: 1, bookId: "1" });
createClient({ baseUrl: "http://a.test", auth: { token: "token" } });
createClient({ ...base, auth: { key, secret: "s" } });
const other = createClient({ ...base, auth: { token: "token" } });
await other.getBook({ bookId: "1" });
`);
  const errors = printed.trimEnd().split(/\n(?=\S)/);
  expect(errors).toEqual(
    [
      /'"owner"' is not assignable to type '"agent" \| "author" \| "copies" \| "publisher"'/,
      /'timout' does not exist in type 'CallOptions<Contract>'. Did you mean to write 'timeout'/,
      /'number' is not assignable to type 'string'/,
      /'tenant' is missing in type .* but required in type 'ClientOptions'/,
      /'string \| undefined' is not assignable to type 'string \|/,
      /Type 'Requires<"key and secret">' has no call signatures/,
    ].map((message) => expect.stringMatching(message)),
  );
});

/** A client for what its types forbid. */
function anyClient(options: object): unknown {
  return Reflect.apply(createClient, undefined, [options]);
}

/** They may be encoded, or not. */
function withBrackets(url: string): string {
  return url.replaceAll("%5B", "[").replaceAll("%5D", "]");
}

/** What a call by openapi-fetch takes to send a scenario. */
function initOf({ parameters }: Operation, values: ParameterValues, body: unknown): object {
  const params: Record<string, Record<string, unknown>> = { path: {}, query: {}, header: {} };
  params["cookie"] = {};
  for (const { key, in: location, name } of parameters)
    if (values.has(key) && name !== "X-Tenant")
      Object.assign(params[location] ?? {}, { [name]: values.get(key) });
  return { params, body };
}

/** The document of the fixture, with these values at their pointers. */
function fixtureWith(values: Readonly<Record<string, unknown>>): JsonObject {
  const document: JsonObject = structuredClone(contract.sourceDocument);
  for (const [pointer, value] of Object.entries(values)) {
    const [, holder = "", name = ""] = /^(.*)\/(.*)$/.exec(pointer) ?? [];
    Object.assign(Object(valueAt(document, holder)), { [name]: value });
  }
  return document;
}

/** Headers by name; how the items of a list are parted does not matter. */
function listed(headers: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name.toLowerCase(), value.replaceAll(", ", ",")]),
  );
}
