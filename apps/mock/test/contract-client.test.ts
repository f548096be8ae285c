import { ApiError, StatusError } from "@workflow-api/client";
import { type Call, type Case, deriveCases } from "@workflow-api/conformance";
import {
  findOperation,
  loadContract,
  type Operation,
  type Parameter,
  parameterKey,
  parseParameter,
  requestFor,
} from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { callClient, clientCall, type Wired } from "./support/call-client.ts";

interface Expressed extends Case {
  readonly operation: Operation;
  readonly call: Call;
}

const contract = await loadContract();
const cases = deriveCases(contract).filter(
  (one): one is Expressed => one.call !== undefined && one.operation !== undefined,
);
const valid = cases.filter(
  ({ call, expected, operation }) => expected.verdict !== "malformed" && isTyped(operation, call),
);
const malformed = cases.filter(({ expected }) => expected.verdict === "malformed");

let running: RunningMock;
beforeAll(async () => {
  running = await startMock();
});
afterAll(() => running.close());

describe("Through the typed client", () => {
  test.each(valid)("$title", async ({ operation, call, expected }) => {
    const { outcome, failed, wired } = await callClient(
      running.url,
      operation,
      clientCall(contract, operation, call),
    );

    expectWire(operation, call, wired);
    const { status = 0, body } = expected.mock ?? {};
    if (status < 300) {
      if (failed) throw outcome;
      expect(outcome).toEqual(body);
    } else {
      expect(outcome).toBeInstanceOf(StatusError);
      expect(outcome).toMatchObject({ operationId: operation.operationId, status });
      expect(outcome instanceof ApiError ? outcome.body : undefined).toEqual(body);
    }
  });
});

describe("What the mock refuses never looks like an answer", () => {
  test.each(malformed)("$title", async ({ operation, call }) => {
    const made = clientCall(contract, operation, call);
    const { outcome, failed } = await callClient(running.url, operation, made).catch((error: unknown) => ({
      outcome: error,
      failed: true,
    }));
    expect(failed).toBe(true);
    expect(outcome).toBeInstanceOf(ApiError);
  });
});

/** Whether every value is of its type before it becomes text on the wire, where a number passes for a string. */
function isTyped({ parameters }: Operation, { values }: Call): boolean {
  return parameters.every((parameter) => {
    const value = values.get(parameterKey(parameter));
    return value === undefined || parameter.validate(value).length === 0;
  });
}

/** Holds what was sent against what the contract asks for, parameter by parameter, as a server reads it. */
function expectWire(operation: Operation, call: Call, wired: Wired | undefined): void {
  const asked = requestFor(operation, call.values, call.body);
  expect(wired?.method).toBe(asked.method);
  if (wired === undefined) return;
  for (const parameter of operation.parameters) {
    const sent = read(operation, parameter, wired.target, (name) => wired.headers.get(name) ?? undefined);
    const headers = new Headers(asked.headers);
    const wanted = read(operation, parameter, asked.target, (name) => headers.get(name) ?? undefined);
    expect(sent, parameterKey(parameter)).toEqual(wanted);
  }
  expect(wired.body === undefined ? undefined : JSON.parse(wired.body)).toEqual(call.body);
  expect(wired.headers.get("content-type")).toBe(new Headers(asked.headers).get("content-type"));
}

function read(
  operation: Operation,
  parameter: Parameter,
  target: string,
  header: (name: string) => string | undefined,
): unknown {
  const at = target.indexOf("?");
  const path = at < 0 ? target : target.slice(0, at);
  switch (parameter.in) {
    case "path":
      return parseParameter(
        parameter,
        findOperation(contract, operation.method, path)?.pathValues.get(parameter.name),
      );
    case "query":
      return parseParameter(parameter, at < 0 ? "" : target.slice(at + 1));
    case "header":
      return parseParameter(parameter, header(parameter.name));
    case "cookie":
      return parseParameter(parameter, header("cookie"));
  }
}
