import { readFile } from "node:fs/promises";
import {
  type Contract,
  type JsonObject,
  loadContract,
  readContract,
  requestFor,
} from "@workflow-api/contract";
import { clientCall, designClient } from "@workflow-api/contract/calls";
import { generateTypes } from "@workflow-api/types/generate";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { beforeAll, describe, expect, test } from "vitest";
import { contractModule } from "../generate/contract-module.ts";
import { type GeneratedClient, generateClient } from "./generated-client.ts";
import { callAny, DOMAIN, KEYS, NOWHERE, rejectionOf } from "./service.ts";

const JSON_API = { "Content-Type": "application/vnd.api+json" };

test("what is generated is that of the contract: run npm run generate", async () => {
  const contract = loadContract();
  const { module, document } = contractModule(contract);
  const committed = (name: string): Promise<string> =>
    readFile(new URL(`../src/generated/${name}`, import.meta.url), "utf8");
  expect(await committed("contract.ts")).toBe(module);
  expect(await committed("openapi.ts")).toBe(await generateTypes(contract.file, document));
});

describe("a contract that no client can be generated for is refused, all in one message:", () => {
  test("names that every client has, and credentials that share a header", () => {
    const document = structuredClone(furtherContract()) as unknown as {
      paths: Record<string, Record<string, { operationId: string; security: object[] }>>;
      components: { securitySchemes: Record<string, object> };
    };
    const { get, put } = document.paths["/v1/notes/{noteNumber}"] ?? {};
    if (get === undefined || put === undefined) throw new Error("The fixture has no such operations.");
    get.operationId = "then";
    put.security = [{ bearer: [], other: [] }];
    document.components.securitySchemes["other"] = { type: "apiKey", in: "header", name: "authorization" };
    const contract = readContract(document as unknown as JsonObject);
    expect(() => contractModule(contract)).toThrow(/then: .*\n?replaceNote: bearer and other/s);
  });
});

describe("the client of a contract that uses all of the profile", () => {
  let client: GeneratedClient;
  let contract: Contract;
  beforeAll(async () => {
    contract = readContract(furtherContract());
    client = await generateClient(furtherContract());
  });

  type Method = (args?: object) => Promise<unknown>;
  type Made = Record<string, Method> & { safe: Record<string, Method> };

  /** A client whose fetch notes what it is sent, and gives this answer. */
  async function clientOf(
    auth: object,
    answer: () => Response = () => new Response(null, { status: 418 }),
  ): Promise<{ api: Made; sent: Sent[] }> {
    const sent: Sent[] = [];
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      const headers = Object.fromEntries(new Headers(init.headers));
      sent.push({ method: String(init.method), target: url.slice(NOWHERE.length), headers, body: init.body });
      return answer();
    };
    const { createClient } = await client.load<{ createClient: (options: object) => Made }>("index.ts");
    return { api: createClient({ baseUrl: NOWHERE, domain: DOMAIN, auth, fetch }), sent };
  }
  interface Sent {
    readonly method: string;
    readonly target: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  }

  test("compiles, with types as exact as the contract", async () => {
    expect(await client.compile(PROGRAM)).toBe("");
  });

  test("sends each scenario as the contract has it, and reads its answer", async () => {
    const cases = contract.operations.flatMap((operation) =>
      operation.scenarios.map((scenario) => ({ operation, scenario })),
    );
    expect(cases.length).toBeGreaterThan(20);
    for (const { operation, scenario } of cases) {
      const { status, response, values, body } = scenario;
      const reply = response === undefined ? null : JSON.stringify(response.body);
      const isBearer = operation.security.flat()[0]?.name === "bearer";
      const { api, sent } = await clientOf(
        isBearer ? { bearer: "token" } : KEYS,
        () => new Response(reply, { status, headers: JSON_API }),
      );
      const call = clientCall(contract, operation, values, body);
      const { data, error } = Object(
        await api.safe[designClient(contract).methodOf(operation)]?.(call.arguments),
      );
      const expected = requestFor(operation, values, body);
      const { "x-domain": _, ...headers } = expected.headers;
      const filled = Object.entries(headers).filter(([, value]) => value !== "");
      expect(sent, scenario.name).toMatchObject([
        { target: expected.target, body: expected.body || null, headers: Object.fromEntries(filled) },
      ]);
      expect(status < 300 ? data : error?.body, scenario.name).toEqual(response?.body);
    }
  });

  test("authenticates as each operation says, and sends no credential to those that take none", async () => {
    const { api, sent } = await clientOf(KEYS);
    await api.safe["getHealth"]?.();
    await api.safe["listTrees"]?.({ treeIds: [1] });
    await api.safe["listNotes"]?.();
    const open = await clientOf({});
    await open.api.safe["getHealth"]?.();
    const bearer = await clientOf({ bearer: "token" });
    await bearer.api.safe["listTrees"]?.({ treeIds: [1, 2] });
    const names = [...sent, ...open.sent, ...bearer.sent].map(({ headers }) =>
      Object.keys(headers).filter((name) => /^(x-api|auth|x-domain)/.test(name)),
    );
    expect(names).toEqual([[], [], ["x-api-key", "x-api-secret", "x-domain"], [], ["authorization"]]);
    expect(await rejectionOf(callAny(open.api["listNotes"]))).toMatchObject({ option: "auth" });
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
    expect(await rejectionOf(callAny(api[method], args))).toMatchObject({ kind: "argument", argument });
    expect(sent).toEqual([]);
  });

  test("sends the same by the openapi-fetch client", async () => {
    const sent: Sent[] = [];
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      const headers = Object.fromEntries(new Headers(init.headers));
      sent.push({ method: String(init.method), target: url.slice(NOWHERE.length), headers, body: init.body });
      return new Response(null, { status: 204 });
    };
    type Face = Record<string, (path: string, init: object) => Promise<unknown>>;
    const { createFetchClient } = await client.load<{ createFetchClient: (options: object) => Face }>(
      "openapi-fetch.ts",
    );
    const api = createFetchClient({ baseUrl: NOWHERE, domain: DOMAIN, auth: { bearer: "t" }, fetch });
    const path = { noteNumber: 7 };
    await api["DELETE"]?.("/v1/notes/{noteNumber}", { params: { path, header: { "If-Match": '"r7"' } } });
    await rejectionOf(
      callAny(api["PATCH"], "/v1/notes/{noteNumber}", { params: { path }, body: { text: "x" } }),
    );
    expect(sent).toMatchObject([
      {
        method: "DELETE",
        target: "/v1/notes/7",
        headers: { "if-match": '"r7"', "x-domain": DOMAIN },
        body: null,
      },
      { method: "PATCH", headers: { "content-type": "application/vnd.api+json" }, body: '{"text":"x"}' },
    ]);
    expect(
      await rejectionOf(callAny(api["DELETE"], "/v1/notes/{noteNumber}", { params: { path } })),
    ).toMatchObject({
      argument: "If-Match",
    });
  });
});

const PROGRAM = `
import { createClient, isStatusError, type Client } from "./src/index.ts";

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
  console.log(nothing);
}
export const statusOf = (error: unknown): 401 | 412 | undefined => {
  if (!isStatusError("removeNote", error)) return undefined;
  if (error.status === 412) error.body.errors satisfies unknown[];
  return error.status;
};
createClient({ ...base, auth: {} }).getHealth;
// @ts-expect-error it takes a credential
createClient({ ...base, auth: {} }).listNotes;
createClient({ ...base, auth: { bearer: "token" } }).removeNote;
// @ts-expect-error it takes the key pair alone
createClient({ ...base, auth: { bearer: "token" } }).listNotes;
`;
