import { readFile } from "node:fs/promises";
import type { Contract, JsonObject, Operation, Scenario } from "@workflow-api/contract";
import { loadContract, readContract, requestFor, valueAt } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { beforeAll, describe, expect, test } from "vitest";
import { generateModules } from "../generate/contract-module.ts";
import { clientCall } from "../src/calls.ts";
import { type GeneratedClient, generateClient } from "./generated-client.ts";
import { callAny, DOMAIN, KEYS, NOWHERE, rejectionOf } from "./service.ts";

const base = { baseUrl: NOWHERE, domain: DOMAIN };
const LOGIN = { username: "ada", password: "pass-word" };
const JSON_API = { "Content-Type": "application/vnd.api+json" };

test("what is generated is that of the contract: run npm run generate", async () => {
  for (const [name, text] of Object.entries(await generateModules(loadContract())))
    expect(await readFile(new URL(`../src/generated/${name}`, import.meta.url), "utf8")).toBe(text);
});

test("a contract that no client can be generated for is refused, all in one message", async () => {
  const text = JSON.stringify(furtherContract())
    .replace('"getNote"', '"then"')
    .replace('"operationId":"replaceNote"', '$&,"security":[{"bearer":[],"other":[]}],"x-was":""')
    .replace(
      '"securitySchemes":{',
      '$&"other":{"type":"apiKey","in":"header","name":"authorization"},',
    );
  const document = JSON.parse(
    text.replace(/("x-was":"".*?)"security":\[\{"bearer":\[\]\}\],/, "$1"),
  );
  const contract = readContract(document);
  await expect(generateModules(contract)).rejects.toThrow(
    /then: .*\n.*replaceNote: .*in one header/s,
  );
});

describe("the client of a contract that uses all of the profile", () => {
  let client: GeneratedClient;
  let contract: Contract;
  beforeAll(async () => {
    contract = readContract(furtherContract());
    client = await generateClient(furtherContract());
  });

  type Method = (
    ...args: unknown[]
  ) => Promise<{ readonly data?: unknown; readonly error?: unknown }>;
  interface Made {
    readonly api: Record<string, Method> & {
      readonly safe: Record<string, Method>;
      readonly request: Method;
    };
    readonly sent: { target: string; headers: Record<string, string>; body: unknown }[];
  }

  /** A client whose fetch notes what it is sent, and gives this answer. */
  async function clientOf(
    auth: object | undefined,
    answer = new Response(null, { status: 418 }),
    face = "client",
  ): Promise<Made> {
    const sent: Made["sent"] = [];
    const fetch = async (url: string, { headers, body }: RequestInit): Promise<Response> => {
      sent.push({
        target: url.slice(NOWHERE.length),
        headers: listed(new Headers(headers)),
        body,
      });
      return answer;
    };
    const { createClient, createFetchClient = createClient } = await client.load<
      Record<string, (options: object) => Made["api"]>
    >(`${face}.ts`);
    return {
      api: createFetchClient?.({ ...base, auth, fetch }) as Made["api"],
      sent,
    };
  }

  const calls: Readonly<
    Record<string, (api: Made["api"], operation: Operation, scenario: Scenario) => unknown>
  > = {
    client: async (api, operation, scenario) => {
      const call = clientCall(contract, { operation, ...scenario });
      const { data, error } = (await api.safe[call.method]?.(call.arguments)) ?? {};
      return data ?? Object(error).body;
    },
    "openapi-fetch": async (api, { method, path, parameters }, { values, body }) => {
      const params: Record<string, Record<string, unknown>> = {};
      for (const { key, in: place, name } of parameters)
        if (values.has(key)) params[place] = { ...params[place], [name]: values.get(key) };
      const { data, error } = await api.request(method, path, { params, body });
      return data ?? error;
    },
  };

  test("compiles, with types as exact as the contract", async () => {
    expect(await client.compile(PROGRAM)).toBe("");
  });

  test.each(Object.entries(calls))(
    "sends each scenario and reads its answer, by %s",
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
        const { api, sent } = await clientOf(
          auth,
          new Response(reply, { status, headers: JSON_API }),
          face,
        );
        expect(await call(api, operation, scenario), scenario.name).toEqual(response?.body);
        const expected = requestFor(operation, values, body);
        const { "x-domain": _, ...headers } = listed(
          Object.entries(expected.headers).filter(([, value]) => value !== ""),
        );
        expect(sent, scenario.name).toMatchObject([
          { target: expected.target, body: expected.body || null, headers },
        ]);
      }
    },
  );

  test("authenticates as each operation says, and sends no credential to those that take none", async () => {
    const { api, sent } = await clientOf(KEYS);
    await api.safe["getHealth"]?.();
    await api.safe["listTrees"]?.({ treeIds: [1] });
    await api.safe["listNotes"]?.();
    const open = await clientOf(undefined);
    await open.api.safe["getHealth"]?.();
    const bearer = await clientOf({ bearer: async () => "token" });
    await bearer.api.safe["listTrees"]?.({ treeIds: [1, 2] });
    await bearer.api.safe["getHealth"]?.();
    const names = [...sent, ...open.sent, ...bearer.sent].map(({ headers }) =>
      Object.keys(headers).filter((name) => /^(x-api|auth|x-domain)/.test(name)),
    );
    expect(names).toEqual([
      [],
      [],
      ["x-api-key", "x-api-secret", "x-domain"],
      [],
      ["authorization"],
      [],
    ]);
    expect(await rejectionOf(callAny(open.api["listNotes"]))).toMatchObject({ option: "auth" });
    await expect(clientOf({ apiKey: "half" })).rejects.toThrow(
      /takes exactly apiKey and apiSecret, or bearer, .*or nothing, .*or accounts\.$/,
    );
  });

  test("throws a documented error without a body by openapi-fetch, which would take it for none", async () => {
    const answer = new Response(null, { status: 500 });
    const { api } = await clientOf({ login: LOGIN }, answer, "openapi-fetch");
    const init = { params: { path: { owner: "ada" } }, body: {} };
    const call = callAny(api.request, "PUT", "/v1/settings/{owner}", init);
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
    const { api, sent } = await clientOf({ bearer: "token" });
    expect(await rejectionOf(callAny(api[method], args))).toMatchObject({
      kind: "argument",
      argument,
    });
    expect(sent).toEqual([]);
  });
});

test("a client without credentials is made only if an operation needs none", async () => {
  const { paths, ...rest } = furtherContract();
  const closed = Object.entries(Object(paths)).filter(([path]) => !/health|trees/.test(path));
  const client = await generateClient({ ...rest, paths: Object.fromEntries(closed) } as JsonObject);
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

test("operations of other servers go to the addresses of their options, or below the main one", async () => {
  const document = structuredClone(furtherContract()) as unknown as {
    paths: Record<string, object>;
  };
  const variables = { dataDictionaryUrl: { default: NOWHERE } };
  Object.assign(document.paths["/v1/health"] ?? {}, { servers: [{ url: "/v2/" }] });
  Object.assign(document.paths["/v1/trees/{treeIds}"] ?? {}, {
    servers: [{ url: "https://trees.test/api" }],
  });
  Object.assign(document.paths["/v1/notes"] ?? {}, {
    servers: [{ url: "{dataDictionaryUrl}/x", variables }],
  });
  const createClient = await factoryOf(document as never);
  const addressesOf = async (options: object): Promise<string[]> => {
    const sent: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      sent.push(url);
      return new Response(null, { status: 418 });
    };
    const given = { ...base, baseUrl: "http://a.test", auth: KEYS, fetch, ...options };
    const { safe } = createClient(given);
    for (const id of ["getHealth", "listTrees", "listNotes"])
      await callAny(Reflect.get(safe, id), { treeIds: [1] });
    return sent;
  };
  expect(await addressesOf({})).toEqual([
    "http://a.test/v2/v1/health",
    "https://trees.test/api/v1/trees/1",
    "http://a.test/x/v1/notes",
  ]);
  const options = { treesTestApiUrl: "http://b.test", dataDictionaryUrl: "http://c.test/" };
  expect(await addressesOf(options)).toEqual([
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
createClient({ ...base, auth: {} }).getHealth;
createClient(base).listTrees;
createFetchClient(base).GET("/v1/health");
// @ts-expect-error it takes a credential
createClient(base).listNotes();
createClient({ ...base, auth: { bearer: "token" } }).removeNote;
// @ts-expect-error it takes the key pair alone
createClient({ ...base, auth: { bearer: "token" } }).listNotes();
`;
