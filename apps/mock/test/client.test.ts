import { type ClientOptions, createClient } from "@workflow-api/client";
import { clientCall } from "@workflow-api/client/calls";
import { createFetchClient } from "@workflow-api/client/openapi-fetch";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { type Sendable, sendableCases } from "./support/expected.ts";

// The typed client and the mock are made from one contract: they must agree on every request that a
// client can send.

const contract = loadContract();
const login = { username: "ada", password: "lovelace" };
const cases = sendableCases(contract);
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock({ contract });
});
afterAll(() => mock.close());

test("there are such cases of each operation", () => {
  expect(new Set(cases.map(({ operation }) => operation))).toEqual(new Set(contract.operations));
});

type Answer = { readonly data?: unknown; readonly error?: unknown };
type Call = (one: Sendable, options: ClientOptions & { auth: never }) => Promise<Answer>;

const faces: Readonly<Record<string, Call>> = {
  "its methods": async (one, options) => {
    const { method, arguments: args } = clientCall(contract, one);
    const { data, error } = await Reflect.get(createClient(options).safe, method)(args);
    return error?.kind === "status" ? { error: error.body } : { data, error };
  },
  "openapi-fetch": async ({ operation, values, body }, options) => {
    const { method, path } = operation;
    const params: Record<string, Record<string, unknown>> = {};
    for (const { key, in: place, name } of operation.parameters)
      if (values.has(key)) params[place] = { ...params[place], [name]: values.get(key) };
    const client = createFetchClient(options);
    return Reflect.apply(client.request, undefined, [method, path, { params, body }]);
  },
};

describe.each(Object.entries(faces))("by %s, the client and the mock agree on", (_face, call) => {
  test.each(cases)("$title", async (one) => {
    const { options } = clientCall(contract, one);
    const schemes = contract.securitySchemes.filter(({ name }) => one.schemes.includes(name));
    const auth = schemes.map(({ name, type }) => [name, type === "basic" ? login : `of-${name}`]);
    const own = { baseUrl: mock.url, ...options, auth: Object.fromEntries(auth) };
    const outcome = await call(one, own as never);
    const { status, body } = await mock.mock.answer(one.request);
    expect(mock.requests().at(-2)).toMatchObject({ status });
    const parsed = body === "" ? undefined : JSON.parse(body);
    expect(status < 300 ? outcome.data : outcome.error).toEqual(parsed);
  });
});
