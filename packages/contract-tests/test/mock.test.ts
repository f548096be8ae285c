import { deriveCases } from "@workflow-api/conformance";
import { type RunningMock, startMock } from "@workflow-api/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Call,
  callClient,
  contract,
  includedBody,
  sendRaw,
  titledScenarios,
} from "./support.ts";

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock({ contract });
});
afterAll(() => mock.close());

describe("the client gets the documented response from the mock", () => {
  test.each(titledScenarios)("%s", async (_, operation, scenario) => {
    const call = { operation, ...scenario };
    const result = await callClient(mock.url, call);
    const body = scenario.response?.body;
    const { status } = scenario;
    const data = includedBody(call, body);
    expect(result).toEqual(status < 300 ? { data } : { kind: "status", status, body });
  });
});

/** The valid requests of the contract that a client can send, with titles. */
const calls = deriveCases(contract).flatMap((testCase) => {
  const { expected, group, operation, schemes, title } = testCase;
  const isValid = expected.kind === "scenario" || expected.kind === "valid";
  // A client chooses one of the requirements, sets `Accept` itself, and sends no empty header.
  const isSendable =
    operation !== undefined &&
    group !== "accept" &&
    meetsOne(operation, schemes) &&
    Object.values(testCase.request.headers).every((value) => /^[\x21-\x7e]/.test(value));
  const body = testCase.values.get("body");
  return isValid && isSendable ? [[title, { ...testCase, operation, body }] as const] : [];
});

describe("the client gets the documented 401 from the mock if its credentials are refused", () => {
  const refusals = contract.operations.flatMap((operation) => {
    const [, first] = calls.find(([, call]) => call.operation === operation) ?? [];
    const isDocumented = operation.responses.some(({ status }) => status === 401);
    return first !== undefined && operation.security.length > 0 && isDocumented ? [first] : [];
  });
  test.each(refusals)("$operation.operationId", async (call) => {
    const result = await callClient(mock.url, call, { secret: "000" });
    expect(result).toMatchObject({ kind: "status", status: 401 });
  });
});

describe("the client reads the same as anyone who sends that request to the mock", () => {
  test("there is a request of each operation", () => {
    const operations = new Set(calls.map(([, { operation }]) => operation));
    expect(operations).toEqual(new Set(contract.operations));
  });

  test.each(calls)("%s", async (_, call) => {
    const { schemes, request } = call;
    const result = await callClient(mock.url, call, { schemes });
    const { body, status } = await sendRaw(mock.url, request);
    expect(result).toEqual(status < 300 ? { data: body } : { kind: "status", status, body });
  });
});

/** Whether credentials meet exactly one security requirement. */
function meetsOne({ security }: Call["operation"], schemes: readonly string[]): boolean {
  const requirements = security.length === 0 ? [[]] : security;
  return requirements.some(
    (requirement) =>
      requirement.length === schemes.length &&
      requirement.every(({ name }) => schemes.includes(name)),
  );
}
