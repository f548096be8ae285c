import { type ClientOptions, createClient } from "@workflow-api/client";
import { clientCall } from "@workflow-api/client/calls";
import { createFetchClient } from "@workflow-api/client/openapi-fetch";
import { type HttpResponse, loadContract } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import { type Sendable, sendableCases } from "./support/expected.ts";

// The typed client and the mock are made from one contract: they must agree on every request that a
// client can send.

const contract = loadContract();
const login = { username: "ada", password: "lovelace" };
const mock = createMock(contract);

const cases = sendableCases(contract);

test("there are such cases of each operation", () => {
  expect(new Set(cases.map(({ operation }) => operation))).toEqual(new Set(contract.operations));
});

type Answer = { readonly data?: unknown; readonly error?: unknown };
type Call = (one: Sendable, options: ClientOptions & { auth: never }) => Promise<Answer>;

const faces: Readonly<Record<string, Call>> = {
  "its methods": async (one, options) => {
    const { method, arguments: args } = clientCall(contract, one);
    const { data, error } = await Reflect.get(createClient(options).safe, method)(args);
    return error?.kind === "status" ? { error: error.body } : error ? { error } : { data };
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
    const baseUrl = "http://mock.test";
    const answers: HttpResponse[] = [];
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      const answer = await mock.answer({
        method: init.method ?? "GET",
        target: url.slice(baseUrl.length),
        headers: init.headers as Record<string, string>,
        body: typeof init.body === "string" ? init.body : "",
      });
      answers.push(answer);
      return new Response(answer.body || null, { status: answer.status, headers: answer.headers });
    };
    const auth = Object.fromEntries(
      contract.securitySchemes
        .filter(({ name }) => one.schemes.includes(name))
        .map(({ name, type }) => [name, type === "basic" ? login : `secret-of-${name}`]),
    );
    const outcome = await call(one, { baseUrl, ...options, auth, fetch } as never);
    const { status, body } = await mock.answer(one.request);
    expect(answers).toMatchObject([{ status, body }]);
    const parsed = body === "" ? undefined : JSON.parse(body);
    expect(status < 300 ? outcome.data : outcome.error).toEqual(parsed);
  });
});
