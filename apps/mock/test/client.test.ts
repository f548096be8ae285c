import { createClient } from "@workflow-api/client";
import { baseUrlOptions, clientCall } from "@workflow-api/client/calls";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { sendableCases } from "./support/expected.ts";

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

test.each(cases)("the client and the mock agree on $title", async (one) => {
  const { arguments: args, method, options } = clientCall(contract, one);
  const schemes = contract.securitySchemes.filter(({ name }) => one.schemes.includes(name));
  const auth = schemes.map(({ name, type }) => [name, type === "basic" ? login : `of-${name}`]);
  const urls = baseUrlOptions(contract, one.operation, mock.url);
  const own = { baseUrl: mock.url, ...urls, ...options, auth: Object.fromEntries(auth) };
  const { data, error } = await Reflect.get(createClient(own as never).safe, method)(args);
  const { status, body } = await mock.mock.answer(one.request);
  expect(mock.requests().at(-2)).toMatchObject({ status });
  const parsed = body === "" ? undefined : JSON.parse(body);
  expect(status < 300 ? data : error.body).toEqual(parsed);
});
