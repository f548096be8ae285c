import { createClient } from "@workflow-api/client";
import type { Call, Case, Expectation } from "@workflow-api/conformance";
import {
  type Contract,
  contractFile,
  findOperation,
  type Include,
  type JsonValue,
  type Operation,
  type Parameter,
  parameterKey,
  parseParameter,
  requestFor,
} from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { dataAsExample } from "./support/as-example.ts";
import { callClient, clientCall, type Wired } from "./support/call-client.ts";
import { casesOf, extendedContractFile, sharedContract } from "./support/contracts.ts";
import { type GeneratedClient, generateClient } from "./support/generated-client.ts";
import { readSent } from "./support/sent-body.ts";

interface Expressed extends Case {
  readonly operation: Operation;
  readonly call: Call;
}

const contracts = await Promise.all(
  [
    { name: "the contract", file: contractFile() },
    { name: "the contract with operations of other shapes", file: extendedContractFile() },
  ].map(async (each) => {
    const contract = await sharedContract(each.file);
    const cases = casesOf(contract).filter(
      (one): one is Expressed => one.call !== undefined && one.operation !== undefined,
    );
    return { ...each, contract, cases };
  }),
);

describe.each(contracts)("The typed client and the mock of $name", ({ contract, cases, file }) => {
  const valid = cases.filter(
    ({ call, expected, operation }) => expected.verdict !== "malformed" && isTyped(operation, call),
  );
  const malformed = cases.filter(({ expected }) => expected.verdict === "malformed");
  let client: GeneratedClient;
  let running: RunningMock;
  beforeAll(async () => {
    client = await generateClient(file);
    running = await startMock({ contractFile: file });
  });
  afterAll(() => running.close());
  const calling = (operation: Operation, call: Call): ReturnType<typeof callClient> =>
    callClient(client.createClient, running.url, operation, clientCall(contract, operation, call));

  test.each(valid)("$title", async ({ operation, call, expected }) => {
    const { outcome, failed, wired } = await calling(operation, call);

    await expectWire(contract, operation, call, wired);
    const { status = 0 } = expected.mock ?? {};
    if (status < 300) {
      if (failed) throw outcome;
    } else expect(outcome).toMatchObject({ kind: "status", operationId: operation.operationId, status });
    expectBody(outcome, expected);
  });

  test.each(malformed)("$title is no answer", async ({ operation, call }) => {
    const { outcome, failed } = await calling(operation, call);
    expect(failed).toBe(true);
    expect(outcome).toMatchObject({
      kind: expect.stringMatching(/^(argument|configuration|status|undocumented)$/),
    });
  });
});

test("The packaged client is the one that is generated from the contract.", async () => {
  const running = await startMock();
  for (const { operation, call, group, expected } of contracts[0]?.cases ?? []) {
    if (group !== "scenario") continue;
    const made = clientCall(
      contracts[0]?.contract ?? (await sharedContract(contractFile())),
      operation,
      call,
    );
    const { outcome } = await callClient(packagedClient, running.url, operation, made);
    expectBody(outcome, expected);
  }
  await running.close();
});

function packagedClient(options: Readonly<Record<string, unknown>>): object {
  return Reflect.apply(createClient, undefined, [options]);
}

/** Holds what a call came to against the answer of the mock, where that is known: without an example it is made up. */
function expectBody(outcome: unknown, { mock }: Expectation): void {
  if (mock?.body === undefined) return;
  const body = outcome instanceof Error && "body" in outcome ? outcome.body : outcome;
  expect(dataAsExample(body)).toEqual(mock.body);
}

/** Whether the client takes every value as it is, before it becomes text on the wire, where a number passes for a string. */
function isTyped({ parameters, includes }: Operation, { values }: Call): boolean {
  return parameters.every((parameter) => {
    const value = values.get(parameterKey(parameter));
    return (
      value === undefined ||
      (parameter.validate(value).length === 0 && !asksTwice(includes, parameter, value))
    );
  });
}

/** What adds to the answer the client takes once, whatever else the schema allows. */
function asksTwice(includes: readonly Include[], asked: Parameter, value: JsonValue): boolean {
  const adds = includes.some(({ parameter }) => parameter === asked);
  return adds && Array.isArray(value) && new Set(value).size < value.length;
}

/** Holds what was sent against what the contract asks for, parameter by parameter, as a server reads it. */
async function expectWire(
  contract: Contract,
  operation: Operation,
  call: Call,
  wired: Wired | undefined,
): Promise<void> {
  const asked = requestFor(operation, call.values, call.body);
  expect(wired?.method).toBe(asked.method);
  if (wired === undefined) return;
  for (const parameter of operation.parameters) {
    const sent = read(
      contract,
      operation,
      parameter,
      wired.target,
      (name) => wired.headers.get(name) ?? undefined,
    );
    // A list that is empty need not be sent.
    const isEmpty = !parameter.required && isEmptyList(call.values.get(parameterKey(parameter)));
    if (isEmpty && sent === undefined) continue;
    const headers = new Headers(asked.headers);
    const wanted = read(
      contract,
      operation,
      parameter,
      asked.target,
      (name) => headers.get(name) ?? undefined,
    );
    expect(sent, parameterKey(parameter)).toEqual(wanted);
  }
  const [type, wantedType] = [wired.headers, new Headers(asked.headers)].map(
    (headers) => headers.get("content-type") ?? undefined,
  );
  expect(await readSent(wired.body, type)).toEqual(await readSent(asked.body, wantedType));
  // The platform writes that of a form with files, and its boundary.
  if (!(wired.body instanceof FormData || wired.body instanceof Blob)) expect(type).toBe(wantedType);
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

function read(
  contract: Contract,
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
