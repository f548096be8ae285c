import { readFile } from "node:fs/promises";
import type { Contract, JsonObject, Operation, Scenario } from "@workflow-api/contract";
import { loadContract, readContract, requestFor, valueAt } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { generateModules } from "../generate/contract-module.ts";
import { clientCall } from "../src/calls.ts";
import { type GeneratedClient, generateClient } from "./generated-client.ts";
import { callAny, DOMAIN, JSON_API, KEYS, NOWHERE, rejectionOf } from "./service.ts";

const base = { baseUrl: NOWHERE, domain: DOMAIN };
const LOGIN = { username: "ada", password: "pass-word" };

test("what is generated is that of the contract: run npm run generate", async () => {
  for (const [name, text] of Object.entries(await generateModules(loadContract())))
    expect(await readFile(new URL(`../src/generated/${name}`, import.meta.url), "utf8")).toBe(text);
});

test("a contract that no client can be generated for is refused, all in one message", async () => {
  const document = structuredClone(furtherContract()) as JsonObject;
  const notes = Object(valueAt(document, "/paths/~1v1~1notes"));
  notes.get.operationId = "then";
  notes.post.security = [{ bearer: [], other: [] }];
  const schemes = Object(valueAt(document, "/components/securitySchemes"));
  schemes.other = { type: "apiKey", in: "header", name: "authorization" };
  await expect(generateModules(readContract(document))).rejects.toThrow(
    /then: .*\n.*createNote: .*in one header/s,
  );
});

describe("the client of a contract that uses all of the profile", () => {
  let client: GeneratedClient;
  let contract: Contract;
  beforeAll(async () => {
    contract = readContract(furtherContract());
    client = await generateClient(furtherContract());
  });

  /** A client whose fetch gives this response. */
  async function clientOf(auth: object | undefined, response = fetchTeapot, face = "client") {
    const fetch = vi.fn(response);
    const module = await client.load<Record<string, (options: object) => unknown>>(`${face}.ts`);
    const create = module["createFetchClient"] ?? module["createClient"];
    return { api: Object(create?.({ ...base, auth, fetch })), fetch };
  }

  const calls: Readonly<
    Record<string, (api: never, operation: Operation, scenario: Scenario) => Promise<unknown>>
  > = {
    client: ({ safe }, operation, scenario) => {
      const call = clientCall(contract, { operation, ...scenario });
      return callAny(safe[call.method], call.arguments);
    },
    "openapi-fetch": ({ request }, { method, path, parameters }, { values, body }) => {
      const params: Record<string, Record<string, unknown>> = {};
      for (const { key, in: place, name } of parameters)
        if (values.has(key)) params[place] = { ...params[place], [name]: values.get(key) };
      return callAny(request, method, path, { params, body });
    },
  };

  test("compiles, with types as exact as the contract", async () => {
    expect(await client.compile(PROGRAM)).toBe("");
  });

  test.each(Object.entries(calls))(
    "sends each scenario and reads its response, by %s",
    async (face, call) => {
      const cases = contract.operations.flatMap((operation) =>
        operation.scenarios.map((scenario) => ({ operation, scenario })),
      );
      expect(cases.length).toBeGreaterThan(20);
      for (const { operation, scenario } of cases) {
        const { status, response, values, body } = scenario;
        const reply = response === undefined ? null : JSON.stringify(response.body);
        const [scheme] = operation.security.flat();
        const secrets = { apiKey: KEYS.apiKey, bearer: "token", basic: LOGIN };
        const auth =
          scheme?.header === "Authorization" ? { [scheme.name]: secrets[scheme.type] } : KEYS;
        const respond = async (_url: string, _init: RequestInit): Promise<Response> =>
          new Response(reply, { status, headers: JSON_API });
        const { api, fetch } = await clientOf(auth, respond, face);
        const { data, error } = Object(await call(api as never, operation, scenario));
        const answered = data ?? (face === "client" ? Object(error).body : error);
        expect(answered, scenario.name).toEqual(response?.body);
        const expected = requestFor(operation, values, body);
        const [url, init] = fetch.mock.calls[0] ?? [];
        expect(url, scenario.name).toBe(NOWHERE + expected.target);
        expect(init?.body, scenario.name).toBe(expected.body || null);
        const { "x-domain": _, ...headers } = listed(
          Object.entries(expected.headers).filter(([, value]) => value !== ""),
        );
        expect(listed(new Headers(init?.headers)), scenario.name).toMatchObject(headers);
      }
    },
  );

  test.each<[object | undefined, string, string[]]>([
    [KEYS, "getHealth", []],
    [KEYS, "listTrees", []],
    [KEYS, "listNotes", ["x-api-key", "x-api-secret", "x-domain"]],
    [undefined, "getHealth", []],
    [{ bearer: async () => "token" }, "listTrees", ["authorization"]],
    [{ bearer: async () => "token" }, "getHealth", []],
  ])("authenticates by %o, as %s says, by the headers %j", async (auth, method, expected) => {
    const { api, fetch } = await clientOf(auth);
    await api.safe[method]({ treeIds: [1] });
    const names = [...new Headers(fetch.mock.calls[0]?.[1].headers).keys()];
    expect(names.filter((name) => /^(x-api|auth|x-domain)/.test(name))).toEqual(expected);
  });

  test("refuses credentials that open no operation, and a call that they do not open", async () => {
    const { api } = await clientOf(undefined);
    expect(await rejectionOf(api.listNotes())).toMatchObject({ option: "auth" });
    const login = { username: "with:colon", password: "pass-word" };
    await expect(clientOf({ login })).rejects.toMatchObject({ option: "auth.login" });
    await expect(clientOf({ apiKey: "half" })).rejects.toThrow(
      /takes exactly apiKey and apiSecret, or bearer, .*or nothing, .*or accounts\.$/,
    );
  });

  test("throws a documented error without a body by openapi-fetch, which would take it for none", async () => {
    const respond = async (): Promise<Response> => new Response(null, { status: 500 });
    const { api } = await clientOf({ login: LOGIN }, respond, "openapi-fetch");
    const init = { params: { path: { owner: "ada" } }, body: {} };
    const call = api.request("PUT", "/v1/settings/{owner}", init);
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
    const { api, fetch } = await clientOf({ bearer: "token" });
    expect(await rejectionOf(api[method](args))).toMatchObject({ kind: "argument", argument });
    expect(fetch).not.toHaveBeenCalled();
  });
});

test("a client without credentials is made only if an operation needs none", async () => {
  const document = structuredClone(furtherContract()) as JsonObject;
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
  const { createClient } = await client.load<typeof import("../src/client.ts")>("client.ts");
  for (const auth of [undefined, null, {}, { token: "of-another-name" }, "a-bare-token"]) {
    const create = () => createClient({ ...base, auth } as never);
    expect(create).toThrow(/^The option auth takes exactly apiKey and apiSecret, or bearer, or/);
  }
});

test("operations of other servers go to the URLs of their options, or below the main one", async () => {
  const document = structuredClone(furtherContract()) as JsonObject;
  const serve = (path: string, server: object): void =>
    void Object.assign(Object(valueAt(document, path)), { servers: [server] });
  // Its option cannot have the name of another one.
  const variables = { fetchOptions: { default: NOWHERE } };
  serve("/paths/~1v1~1health", { url: "/v2/" });
  serve("/paths/~1v1~1trees~1{treeIds}", { url: "https://trees.test/api" });
  serve("/paths/~1v1~1notes", { url: "{fetchOptions}/x", variables });
  const createClient = await factoryOf(document);
  const urlsOf = async (options: object): Promise<(string | undefined)[]> => {
    const fetch = vi.fn(fetchTeapot);
    const given = { ...base, baseUrl: "http://a.test", auth: KEYS, fetch, ...options };
    const { safe } = createClient(given);
    for (const id of ["getHealth", "listTrees", "listNotes"])
      await callAny(Reflect.get(safe, id), { treeIds: [1] });
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

test("a body of which nothing is certain is read as it is", async () => {
  const document = structuredClone(furtherContract()) as JsonObject;
  const content = Object(valueAt(document, "/paths/~1v1~1health/get/responses/200/content"));
  for (const media of Object.values<object>(content))
    Object.assign(media, { schema: { type: "array" }, examples: { ok: { value: [] } } });
  const createClient = await factoryOf(document);
  const fetch = async (): Promise<Response> => Response.json([1], { headers: JSON_API });
  const api = createClient({ ...base, auth: KEYS, fetch });
  expect(await callAny(Reflect.get(api, "getHealth"))).toEqual([1]);
});

/** A fetch whose responses no contract documents. */
async function fetchTeapot(_url: string, _init: RequestInit): Promise<Response> {
  return new Response(null, { status: 418 });
}

/** The factory of the client of a contract. */
async function factoryOf(document: JsonObject) {
  const client = await generateClient(document);
  return (await client.load<typeof import("../src/client.ts")>("client.ts")).createClient;
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

const base = { baseUrl: "http://127.0.0.1:9", domain: "${DOMAIN}" };
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
  // @ts-expect-error nothing was asked for
  (await api.getNote({ noteNumber: 7 })).writer;
  await api.createNote({ body: { data: { type: "notes", attributes: { text: "a", pinned: true } } } });
  // @ts-expect-error a body is required
  await api.createNote({});
  await api.editNote({ noteNumber: 7 });
  const nothing: undefined = await api.removeNote({ noteNumber: 7, "If-Match": "a" });
  // @ts-expect-error the tag is required
  await api.removeNote({ noteNumber: 7 });
  (await api.getHealth()).ok satisfies boolean;
  (await api.listTrees({ treeIds: [1, 2], "X-Flags": ["bold"] })).trees[0]?.children[0]?.name satisfies string | undefined;
  const { data, response } = await api.withResponse.listNotes();
  data.links.next satisfies string | null | undefined;
  response.headers.get("X-Total") satisfies \`\${number}\` | null;
  response.headers.get("X-Other") satisfies string | null;
  console.log(nothing);
}
export const statusOf = (error: unknown): 401 | 412 | undefined => {
  if (!isStatusError("removeNote", error)) return undefined;
  if (error.status === 412) error.body.errors satisfies unknown[];
  return error.status;
};
export const check = (error: unknown): void => {
  // @ts-expect-error a default holds errors alone
  if (isStatusError("getV1SettingsOwner", error) && error.status === 304) throw error;
  if (!isStatusError("settingsReplace", error)) return;
  if (error.status === 422) error.body.errors satisfies unknown[];
  if (error.status === 503) error.body satisfies undefined;
  // @ts-expect-error it is in no range
  if (error.status === 304) throw error;
};
createClient({ ...base, auth: {} }).getHealth;
createClient(base).listTrees;
createFetchClient(base).GET("/v1/health");
// @ts-expect-error it takes a credential
createClient(base).listNotes();
createClient({ ...base, auth: { bearer: "token" } }).removeNote;
// @ts-expect-error it takes the key pair alone
createClient({ ...base, auth: { bearer: "token" } }).listNotes();
`;
