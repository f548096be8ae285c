import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadContract } from "@workflow-api/contract";
import { withOperations } from "@workflow-api/openapi/fixtures";
import { copyRepository, runCommand } from "@workflow-api/workspace/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesBelow } from "../src/generate/write-files.ts";
import { fixture } from "./fixture.ts";

// The contract of a copy of the repository gets operations. Then `npm run generate`, and nothing else.
const copy = copyRepository();
const file = join(copy.folder, "openapi/openapi.yaml");
const docs = join(copy.folder, "apps/docs");
const known = new Set((await loadContract()).operations.map(({ operationId }) => operationId));

async function run(command: string, ...args: string[]): Promise<string> {
  const running = runCommand(copy.folder, command, ...args);
  expect(await running.exit, running.output()).toBe(0);
  return running.output();
}

describe("operations that are added to the contract", { timeout: 600_000 }, () => {
  beforeAll(async () => {
    writeFileSync(file, withOperations(readFileSync(file, "utf8"), await fixture()));
    await run("npm", "run", "generate");
  }, 600_000);
  afterAll(() => copy.remove());

  test("get samples in every language, and stand in the changelog", async () => {
    const paths = await filesBelow(join(docs, "generated/samples"));
    const { operations } = await loadContract(file);
    const added = operations.filter(({ operationId }) => !known.has(operationId));
    expect(added.length).toBeGreaterThan(0);
    for (const { operationId, scenarios, security } of added) {
      const own = paths.filter((path) => path.startsWith(`${operationId}/`));
      expect(own).toHaveLength(scenarios.length * Math.max(1, security.length) * 3);
    }
    const { entries } = JSON.parse(readFileSync(join(docs, "generated/changelog.json"), "utf8"));
    expect(entries[0].from).toBe("unknown");
  });

  test("have samples that compile, send their scenarios, and are on the pages", async () => {
    await run("npm", "run", "build", "--", "--filter=@workflow-api/docs", "--filter=@workflow-api/mock");
    const tests = ["--root", docs, "--config", join(copy.folder, "vitest.config.ts"), "test/samples.test.ts"];
    const output = await run("npx", "vitest", "run", ...tests);
    expect(output).toMatch(/Tests .*\d+ passed/);
  });
});
