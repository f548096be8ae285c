import { readFile } from "node:fs/promises";
import {
  type Contract,
  type JsonObject,
  loadContract,
  type Operation,
  readContract,
  requestFor,
  requestTarget,
  type Scenario,
  valueAt,
} from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { generateModules } from "../generate/contract-module.ts";
import { clientCall } from "../src/calls.ts";
import { type GeneratedClient, generateClient } from "./generated-client.ts";
import { callAny, DOMAIN, fetchOf, KEYS, NOWHERE, rejectionOf } from "./service.ts";

const base = { baseUrl: NOWHERE, domain: DOMAIN };
const LOGIN = { username: "ada", password: "pass-word" };

test("what is generated is that of the contract: run npm run generate", async () => {
  for (const [name, text] of Object.entries(generateModules(loadContract())))
    expect(await readFile(new URL(`../src/generated/${name}`, import.meta.url), "utf8")).toBe(text);
});

test("a contract that no client can be generated for is refused, all in one message", () => {
  const document = furtherWith({
    "/paths/~1v1~1notes/get/operationId": "then",
    "/paths/~1v1~1notes/post/security": [{ bearer: [], other: [] }],
    "/components/securitySchemes/other": { type: "apiKey", in: "header", name: "authorization" },
  });
  expect(() => generateModules(readContract(document))).toThrow(
    /then: .*\n.*createNote: .*in one header/s,
  );
});

describe("the client of a contract that uses all of the profile", () => {
  let client: GeneratedClient;
  let contract: Contract;
  beforeAll(async () => {
    contract = readContract(furtherContract());
    client = await generateClient(furtherContract() as JsonObject);
  });

  /** Both clients of these credentials, whose responses no contract documents by default. */
  async function clientsOf(auth: object | undefined, fetch = fetchOf("", 418)) {
    const options = { ...base, auth, fetch };
    const { api, fetchClient } = await factoriesOf(client);
    return { api: Object(api(options)), fetchClient: Object(fetchClient(options)), fetch };
  }

  test("compiles, with types as exact as the contract", async () => {
    expect(await client.compile(PROGRAM)).toBe("");
  });

  test("sends each scenario and reads its response", async () => {
    const cases = contract.operations.flatMap((operation) =>
      operation.scenarios.map((scenario) => ({ operation, scenario })),
    );
    expect(cases.length).toBeGreaterThan(20);
    for (const { operation, scenario } of cases) {
      const { name, status, response, values, body } = scenario;
      const [scheme] = operation.security.flat();
      const secrets = { apiKey: KEYS.apiKey, bearer: "token", basic: LOGIN };
      const auth =
        scheme?.header === "Authorization" ? { [scheme.name]: secrets[scheme.type] } : KEYS;
      const respond = vi.fn(async (_url: string, _init: RequestInit) => {
        const reply = response === undefined ? null : JSON.stringify(response.body);
        const headers = { "content-type": response?.mediaType ?? "" };
        return new Response(reply, { status, headers });
      });
      const { api, fetchClient, fetch } = await clientsOf(auth, respond);
      const { method, arguments: args } = clientCall(contract, { operation, ...scenario });
      const { data, error } = Object(await callAny(api.safe[method], args));
      expect(data ?? Object(error).body, name).toEqual(response?.body);
      const other = Object(await callAny(fetchClient.request, ...initOf(operation, scenario)));
      expect(other.data ?? other.error, name).toEqual(response?.body);
      const expected = requestFor(operation, values, body);
      const sent = Object.entries(expected.headers).filter(([, value]) => value !== "");
      const { "x-domain": _, ...headers } = listed(sent);
      expect(fetch).toHaveBeenCalledTimes(2);
      for (const [url, init] of fetch.mock.calls) {
        // An operation may have a server of its own.
        expect(url.endsWith(requestTarget(expected)), `${name}: ${url}`).toBe(true);
        expect(init.body, name).toBe(expected.body || null);
        expect(listed(new Headers(init.headers)), name).toMatchObject(headers);
      }
    }
  });

  test.each<[object | undefined, string, string[]]>([
    [KEYS, "getHealth", []],
    [KEYS, "listTrees", []],
    [KEYS, "listNotes", ["x-api-key", "x-api-secret", "x-domain"]],
    [undefined, "getHealth", []],
    [{ bearer: async () => "token" }, "listTrees", ["authorization"]],
    [{ bearer: async () => "token" }, "getHealth", []],
  ])("authenticates by %o, as %s says, by the headers %j", async (auth, method, expected) => {
    const { api, fetch } = await clientsOf(auth);
    await api.safe[method]({ treeIds: [1] });
    const names = [...new Headers(fetch.mock.calls[0]?.[1].headers).keys()];
    expect(names.filter((name) => /^(x-api|auth|x-domain)/.test(name))).toEqual(expected);
  });

  test("refuses credentials that open no operation, and a call that they do not open", async () => {
    const { api } = await clientsOf(undefined);
    const message = "listNotes: The option auth takes exactly apiKey and apiSecret.";
    expect(await rejectionOf(api.listNotes())).toMatchObject({ option: "auth", message });
    const login = { username: "with:colon", password: "pass-word" };
    await expect(clientsOf({ login })).rejects.toMatchObject({ option: "auth.login" });
    await expect(clientsOf({ apiKey: "half" })).rejects.toThrow(
      /takes exactly apiKey and apiSecret, or bearer, .*or nothing, .*or accounts\.$/,
    );
  });

  test("throws a documented error without a body, which openapi-fetch would not", async () => {
    const { fetchClient } = await clientsOf({ login: LOGIN }, fetchOf("", 500));
    const init = { params: { path: { owner: "ada" } }, body: {} };
    const call = fetchClient.request("PUT", "/v1/settings/{owner}", init);
    expect(await rejectionOf(call)).toMatchObject({ kind: "status", status: 500 });
  });

  test.each([
    ["removeNote", { noteNumber: 7 }, "If-Match"],
    ["removeNote", { noteNumber: 7, "If-Match": "line\nbreak" }, "If-Match"],
    ["removeNote", { "If-Match": "a" }, "noteNumber"],
    ["replaceNote", { noteNumber: 7 }, "body"],
    ["replaceNote", { noteNumber: 7, body: () => 7 }, "body"],
    ["listTrees", { treeIds: [] }, "treeIds"],
    ["listTrees", { treeIds: 1 }, "treeIds"],
    ["listTrees", { treeIds: [1], "X-Flags": ["a,b"] }, "X-Flags"],
    ["listTrees", { treeIds: [1], scale: Number.NaN }, "scale"],
  ])("refuses what cannot be sent by %s: %j", async (method, args, argument) => {
    const { api, fetch } = await clientsOf({ bearer: "token" });
    expect(await rejectionOf(api[method](args))).toMatchObject({ kind: "argument", argument });
    expect(fetch).not.toHaveBeenCalled();
  });
});

test("a client without credentials is made only if an operation needs none", async () => {
  const document = furtherWith({});
  for (const { path, security } of readContract(document).operations)
    if (security.flat().length === 0 || security.some((each) => each.length === 0))
      delete Object(document["paths"])[path];
  const client = await generateClient(document);
  const program = `
import { createClient } from "./src/index.ts";
const base = { baseUrl: "${NOWHERE}", domain: "${DOMAIN}" };
// @ts-expect-error none
createClient(base);
// @ts-expect-error neither
createClient({ ...base, auth: {} });
`;
  expect(await client.compile(program)).toBe("");
  const { api } = await factoriesOf(client);
  for (const auth of [undefined, null, {}, { token: "of-another-name" }, "a-bare-token"])
    expect(() => api({ ...base, auth })).toThrow(
      /^The option auth takes exactly apiKey and apiSecret, or bearer, or/,
    );
});

test("operations of other servers go to their own URLs, or below the main one", async () => {
  // Its option cannot have the name of another one.
  const variables = { fetchOptions: { default: NOWHERE } };
  const document = furtherWith({
    "/paths/~1v1~1health/servers": [{ url: "/v2/" }],
    "/paths/~1v1~1trees~1{treeIds}/servers": [{ url: "https://trees.test/api" }],
    "/paths/~1v1~1notes/servers": [{ url: "{fetchOptions}/x", variables }],
  });
  const { api } = await factoriesOf(await generateClient(document));
  const urlsOf = async (options: object): Promise<string[]> => {
    const fetch = fetchOf("", 418);
    const { safe } = Object(
      api({ ...base, baseUrl: "http://a.test", auth: KEYS, fetch, ...options }),
    );
    for (const id of ["getHealth", "listTrees", "listNotes"]) await safe[id]({ treeIds: [1] });
    return fetch.mock.calls.map(([url]) => url);
  };
  expect(await urlsOf({})).toEqual([
    "http://a.test/v2/v1/health",
    "https://trees.test/api/v1/trees/1",
    "http://a.test/x/v1/notes",
  ]);
  const options = { treesTestApiUrl: "http://b.test", fetchOptions_: "http://c.test/" };
  expect(await urlsOf(options)).toEqual([
    "http://a.test/v2/v1/health",
    "http://b.test/v1/trees/1",
    "http://c.test/x/v1/notes",
  ]);
});

test("the smallest contract has a client, which reads a body as it is", async () => {
  const content = { "application/vnd.api+json": { schema: { type: "array" } } };
  const responses = { 200: { description: "Healthy", content } };
  const client = await generateClient({
    openapi: "3.1.1",
    info: { title: "Health", version: "1" },
    paths: { "/health": { get: { operationId: "getHealth", responses } } },
  });
  const program = `
import { createClient } from "./src/index.ts";
createClient({ baseUrl: "${NOWHERE}" }).getHealth() satisfies Promise<readonly unknown[]>;
`;
  expect(await client.compile(program)).toBe("");
  const { api } = await factoriesOf(client);
  const { getHealth } = Object(api({ baseUrl: NOWHERE, fetch: fetchOf([1]) }));
  expect(await getHealth()).toEqual([1]);
});

/** The factories of a generated client, for what their types forbid. */
async function factoriesOf(client: GeneratedClient) {
  type Create = (options: object) => unknown;
  const { createClient } = await client.load<{ createClient: Create }>("client.ts");
  const { createFetchClient } = await client.load<{ createFetchClient: Create }>(
    "openapi-fetch.ts",
  );
  return { api: createClient, fetchClient: createFetchClient };
}

/** What a call by openapi-fetch takes to send a scenario. */
function initOf({ method, path, parameters }: Operation, { values, body }: Scenario): unknown[] {
  const params: Record<string, Record<string, unknown>> = { path: {}, query: {}, header: {} };
  for (const { key, in: place, name } of parameters)
    if (values.has(key)) Object.assign(params[place] ?? {}, { [name]: values.get(key) });
  return [method, path, { params, body }];
}

/** The contract that uses all of the profile, with these values at their pointers. */
function furtherWith(values: Readonly<Record<string, unknown>>): JsonObject {
  const document = furtherContract() as JsonObject;
  for (const [pointer, value] of Object.entries(values)) {
    const [, holder = "", name = ""] = /^(.*)\/(.*)$/.exec(pointer) ?? [];
    Object.assign(Object(valueAt(document, holder)), { [name]: value });
  }
  return document;
}

/** Headers by name; how the items of a list are parted does not matter. */
function listed(headers: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name, value.replaceAll(", ", ",")]),
  );
}

const PROGRAM = `
import { createClient, isStatusError, type Client } from "./src/index.ts";
import { createFetchClient } from "./src/openapi-fetch.ts";

export async function use(api: Client): Promise<void> {
  const page = await api.listNotes({ "page[size]": 2, label: ["urgent"], sort: ["text"] });
  page.links.next satisfies string | null | undefined;
  await api.listNotes();
  // @ts-expect-error there is no such order
  await api.listNotes({ sort: ["color"] });
  const note = await api.getNote({ noteNumber: 7, with: ["writer"], "X-Language": "en" });
  note.writer.name satisfies string;
  // @ts-expect-error the team was not asked for
  note.writer.team;
  (await api.getNote({ noteNumber: 7, with: ["team"] })).writer.team.size satisfies number;
  const attributes = { text: "a", pinned: true };
  await api.createNote({ body: { data: { type: "notes", attributes } } });
  // @ts-expect-error a body is required
  await api.createNote({});
  await api.editNote({ noteNumber: 7 });
  (await api.removeNote({ noteNumber: 7, "If-Match": "a" })) satisfies undefined;
  // @ts-expect-error the tag is required
  await api.removeNote({ noteNumber: 7 });
  const { trees } = await api.listTrees({ treeIds: [1, 2], "X-Flags": ["bold"] });
  trees[0]?.children[0]?.name satisfies string | undefined;
  const { response } = await api.withResponse.listNotes();
  response.headers.get("X-Total") satisfies \`\${number}\` | null;
  response.headers.get("X-Other") satisfies string | null;
}
export const check = (error: unknown): void => {
  // @ts-expect-error a default holds errors alone
  if (isStatusError("getV1SettingsOwner", error) && error.status === 304) throw error;
  if (!isStatusError("settingsReplace", error)) return;
  if (error.status === 422) error.body.errors satisfies unknown[];
  if (error.status === 503) error.body satisfies undefined;
  // @ts-expect-error it is in no range
  if (error.status === 304) throw error;
};
const base = { baseUrl: "http://127.0.0.1:9", domain: "${DOMAIN}" };
createClient({ ...base, auth: {} }).getHealth;
createClient(base).listTrees;
createFetchClient(base).GET("/v1/health");
// @ts-expect-error there is no such path
createFetchClient(base).GET("/no/such/path");
// @ts-expect-error it takes a credential
createClient(base).listNotes();
`;
