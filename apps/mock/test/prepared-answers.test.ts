import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, contractFile, loadContract, type Operation } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { callingOperations } from "../src/calling-operations.ts";
import { createMock, type Mock, type MockRequest } from "../src/index.ts";
import { prepareAnswers } from "../src/prepared/prepare.ts";
import { digestOf } from "../src/prepared/prepared.ts";
import { createPreparedMock } from "../src/prepared/prepared-mock.ts";
import { readPrepared } from "../src/prepared/read-prepared.ts";
import { asking, authenticated, subsets } from "./support/contract-requests.ts";
import { loadContracts, temporaryFolder } from "./support/contracts.ts";
import { send } from "./support/http.ts";
import { runProgram } from "./support/program.ts";

/** A mock that is never there. */
function never(): Promise<Mock> {
  return Promise.reject(new Error("This was not prepared"));
}

/** Callbacks are sent anew each time, a preference may be for chance, and of a cookie every value counts. */
function isPrepared(contract: Contract, { operationId }: Operation, { headers }: MockRequest): boolean {
  const isFresh = callingOperations(contract).has(operationId) || headers["prefer"] !== undefined;
  return !isFresh && headers["cookie"] === undefined;
}

const contracts = await Promise.all(
  (await loadContracts()).map(async ({ title, contract }) => ({
    title,
    contract,
    prepared: await prepareAnswers(contract),
    afresh: await createMock(contract, { remember: false }),
  })),
);

describe.each(contracts)("Of $title", ({ contract, prepared, afresh }) => {
  const scenarios = contract.operations.flatMap((operation) =>
    operation.scenarios.map((scenario) => ({ operation, scenario })),
  );

  test.each(scenarios)(
    "what is prepared for $operation.operationId $scenario.name is what the mock answers",
    async ({ operation, scenario }) => {
      if (prepared === undefined) throw new Error("Nothing was prepared");
      const { method, target, headers, body } = authenticated(operation, scenario);
      const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      const request: MockRequest = { method, target, headers: Object.fromEntries(lowered), body };
      const mock = isPrepared(contract, operation, request) ? never : () => Promise.resolve(afresh);
      expect(await createPreparedMock(prepared, mock).answer(request)).toEqual(await afresh.answer(request));
    },
  );
});

test("Every combination of what two parameters include is prepared", async () => {
  const contract = await loadContract(join(import.meta.dirname, "contracts", "ledger.yaml"));
  const prepared = await prepareAnswers(contract);
  const operation = contract.operations.find(({ operationId }) => operationId === "getAccount");
  const scenario = operation?.scenarios.find(({ name }) => name === "open");
  if (prepared === undefined || operation === undefined || scenario === undefined)
    throw new Error("Nothing was prepared");
  const mock = createPreparedMock(prepared, never);
  for (const asked of subsets(operation.includes)) {
    const { method, target, headers, body } = asking(operation, scenario, asked);
    const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const answer = await mock.answer({ method, target, headers: Object.fromEntries(lowered), body });
    expect(answer.status, target).toBe(200);
  }
});

test("What was not prepared is answered by the mock once it is there", async () => {
  const contract = await loadContract(contractFile());
  const prepared = await prepareAnswers(contract);
  if (prepared === undefined) throw new Error("Nothing was prepared");
  const mock = await createMock(contract);
  const request = { method: "GET", target: "/data_dictionary/variables_cages/any", headers: {} };
  expect(await createPreparedMock(prepared, () => Promise.resolve(mock)).answer(request)).toEqual(
    await mock.answer(request),
  );
});

test("Nothing is taken for prepared that was prepared for another text of the contract", () => {
  const file = join(temporaryFolder(), "openapi.yaml");
  copyFileSync(contractFile(), file);
  writeFileSync(file, `${readFileSync(file, "utf8")}# edited\n`);
  expect(readPrepared(file)).toBeUndefined();
  expect(readPrepared("no/such/file.yaml")).toBeUndefined();
});

test("The build prepares the contract that it is built with", () => {
  const built = new URL("../dist/prepared/prepared.json", import.meta.url);
  expect(existsSync(built)).toBe(true);
  expect(JSON.parse(readFileSync(built, "utf8")).digest).toBe(digestOf(readFileSync(contractFile(), "utf8")));
});

test("The program answers as soon as it says so, what was prepared and what was not", async () => {
  const program = runProgram("--port", "0");
  const url = await program.url;
  const contract = await loadContract(contractFile());
  for (const operation of contract.operations) {
    for (const scenario of operation.scenarios) {
      expect((await send(url, authenticated(operation, scenario))).status).toBe(scenario.status);
    }
  }
  expect(
    (await send(url, { method: "GET", target: "/data_dictionary/variables_cages/any", headers: {} })).status,
  ).toBe(401);
  expect((await send(url, { method: "GET", target: "/__mock/health", headers: {} })).status).toBe(200);
  program.child.kill();
  expect(await program.exit).toBe(0);
});

test("The program can be stopped before it has loaded its engine", async () => {
  const program = runProgram("--port", "0");
  await program.url;
  program.child.kill();
  expect(await program.exit).toBe(0);
});
