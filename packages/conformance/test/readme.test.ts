import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { readContract } from "@workflow-api/contract";
import { codeBlocks } from "@workflow-api/workspace/readme";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { expect, onTestFinished, test } from "vitest";
import { deriveCases } from "../src/index.ts";

const responses = {
  200: {
    description: "Well.",
    content: { "application/json": { schema: { type: "integer", minimum: 7, maximum: 7 } } },
  },
};
const document = {
  openapi: "3.1.1",
  info: { title: "Numbers", version: "1" },
  paths: { "/number": { get: { operationId: "getNumber", responses } } },
};

// Below the package, so that the examples find the packages that they import.
const folder = join(import.meta.dirname, "../.reports/readme");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "openapi.yaml"), JSON.stringify(document));

const [check = "", make = ""] = codeBlocks("packages/conformance/README.md", "ts");

async function run(code: string): Promise<string> {
  const file = join(folder, "readme.ts");
  writeFileSync(file, code);
  const args = ["-C", "@workflow-api/source", file];
  return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout;
}

test("the example of the README that checks a server reports what is wrong", async () => {
  const server = createServer((_, response) => response.writeHead(500).end());
  const port = await listenOnFreePort(server);
  onTestFinished(() => void server.close());
  const printed = await run(check.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`));
  const lines = printed.trim().split("\n");
  expect(lines).toHaveLength(deriveCases(readContract(document)).length);
  expect(lines[0]).toMatch(/^getNumber .* \(line 1\) not_a_server_error: /);
});

test("the example of the README that makes values makes valid ones", async () => {
  expect(await run(make)).toBe("7\n");
});
