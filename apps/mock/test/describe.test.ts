import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOperations, type RunningMock, startMock } from "../src/index.ts";

// What people copy from the mock works when it is pasted.

const run = promisify(execFile);
const folder = fileURLToPath(new URL("..", import.meta.url));
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

const cases = describeOperations(loadContract(), "").flatMap(({ operationId, scenarios }) =>
  scenarios.map(({ name, status }) => ({ operationId, name, status })),
);

function describe(
  operationId: string,
  name: string,
): { readonly curl: string; readonly call: string } {
  const scenario = describeOperations(mock.mock.contract, mock.url)
    .find((operation) => operation.operationId === operationId)
    ?.scenarios.find((each) => each.name === name);
  if (scenario === undefined) throw new Error(`There is no ${operationId} ${name}`);
  return scenario;
}

test.each(cases)(
  "the curl command of $operationId $name gets its answer",
  async ({ operationId, name, status }) => {
    const { stdout } = await run("sh", ["-c", `${describe(operationId, name).curl} -s`]);
    expect(stdout).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*mock-scenario: ${name}; matched`),
    );
  },
);

test.each(cases.filter(({ name }) => ["full", "acknowledged", "unknown_instance"].includes(name)))(
  "the client call of $operationId $name gets its answer",
  async ({ operationId, name, status }) => {
    const { call } = describe(operationId, name);
    const result = run(process.execPath, ["--input-type=module", "-e", call], { cwd: folder });
    if (status < 400)
      expect((await result).stdout).toContain(
        operationId === "getVariablesCage" ? "cage-text" : "true",
      );
    else await expect(result).rejects.toThrow(String(status));
    expect(mock.requests().at(-1)?.why).toMatchObject({ scenario: name, reason: "matched" });
  },
);
