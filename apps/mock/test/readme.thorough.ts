import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { contractFile } from "@workflow-api/contract";
import { codeBlocks } from "@workflow-api/workspace/readme";
import { expect, test } from "vitest";

// Below the package, so that the examples find the packages that they import.
const folder = join(import.meta.dirname, "../.reports/readme");
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, "test"), { recursive: true });
copyFileSync(contractFile(), join(folder, "openapi.yaml"));

const [startedMock = "", handlers = "", otherContract = "", playwright = ""] = codeBlocks(
  "apps/mock/README.md",
  "ts",
);
const url = "/data_dictionary/variables_cages/cage-1";
const domain = '"X-Domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30"';

/** A test of one's own that calls the service of the example. */
const ownTest = `
import { expect, test } from "vitest";
test("a request gets a response", async () => {
  const { status } = await fetch("https://service.example${url}", { headers: { ${domain} } });
  expect(status).toBe(401);
});`;

async function runTests(name: string, code: string): Promise<void> {
  writeFileSync(join(folder, "test", `${name}.test.ts`), code);
  const config = fileURLToPath(new URL("../../../vitest.config.ts", import.meta.url));
  const vitest = join(import.meta.dirname, "../../../node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--config", config, "--root", folder, name];
  const env = { ...process.env, NO_COLOR: "1" };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
  expect(stdout).toMatch(/Tests.* 1 passed/);
}

test("the example with a started mock runs", async () => {
  const credentials = `"X-API-KEY": "any", "X-API-SECRET": "any"`;
  const called = `await fetch(mock.url + "${url}", { headers: { ${domain}, ${credentials} } });`;
  await runTests("started", startedMock.replace(/\/\/ … call.*/, called));
});

test("the examples with handlers for MSW run", async () => {
  await runTests("handlers", handlers + ownTest);
  const setup = handlers.replace(/import .*msw".*\n/, "").replace(/const \{ handlers \}.*\n/, "");
  await runTests("contract", `${otherContract}\n${setup}${ownTest}`);
});

test("the example with Playwright runs", async () => {
  const support = new URL("support/playwright.ts", import.meta.url);
  cpSync(support, join(folder, "test/playwright.ts"));
  await runTests("playwright", playwright.replace("@playwright/test", "./playwright.ts"));
});

test("the example with Jest starts the mock", async () => {
  const [setup = ""] = codeBlocks("apps/mock/README.md", "js");
  const file = join(folder, "global-setup.cjs");
  writeFileSync(file, setup);
  const script = `require(${JSON.stringify(file)})().then(async () => {
    console.log((await fetch(process.env.MOCK_URL + "/__mock/ready")).status);
    await globalThis.mock.close();
  });`;
  const args = ["-C", "@workflow-api/source", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toBe("200\n");
});
