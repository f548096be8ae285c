import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Report, type Result, runVerify } from "../src/index.ts";

// A contract that stays as it is, because what Prism gets wrong depends on what a contract has.
const contract = fileURLToPath(import.meta.resolve("@workflow-api/openapi/fixtures/library.yaml"));
// The CLI of Prism as anybody starts it: it knows OpenAPI, but neither scenarios nor what x-includes says.
let prism: ChildProcessWithoutNullStreams;
let url: string;

beforeAll(async () => {
  const cli = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));
  prism = spawn(process.execPath, [cli, "mock", "--port", "0", contract]);
  process.once("exit", () => prism.kill("SIGKILL"));
  url = await addressOf(prism);
});

afterAll(async () => {
  // One of the tests has made it end.
  if (prism.exitCode !== null || prism.signalCode !== null) return;
  const ended = new Promise((resolve) => prism.once("exit", resolve));
  prism.kill("SIGKILL");
  await ended;
});

/** Where it says that it listens. What else it says is read too, or it would wait for a reader. */
function addressOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const [, address] = /listening on (http:\S+)/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.stderr.resume();
    child.once("exit", () => reject(new Error("prism mock did not start.")));
  });
}

async function verify(...args: readonly string[]): Promise<{ code: number; results: readonly Result[] }> {
  const out: string[] = [];
  const code = await runVerify(
    ["--base-url", url, "--contract", contract, "--write", ...args, "--reporter", "json"],
    {
      environment: { WORKFLOW_KEY: "key" },
      print: (text) => void out.push(text),
      printError: (text) => void out.push(text),
      progress: undefined,
    },
  );
  const report: Report = JSON.parse(out.join(""));
  return { code, results: report.results };
}

const failed = (results: readonly Result[]): Result[] =>
  results.filter(({ outcome }) => outcome === "failed");

test("As the mock it answers the first example whatever the scenario.", async () => {
  const { results } = await verify("--exact", "--only", "scenario");
  const names = new Set(failed(results).flatMap(({ findings }) => findings.map(({ name }) => name)));
  expect([...names]).toEqual(expect.arrayContaining(["body_conformance", "status_code_conformance"]));
});

test("As a service, Prism sends what include did not ask for, lets wrong lists pass, takes any key, names no methods, hangs at broken JSON, and ends at a path that is no UTF-8.", async () => {
  const { code, results } = await verify();
  const names = new Set(failed(results).flatMap(({ findings }) => findings.map(({ name }) => name)));
  expect([...names].toSorted()).toEqual([
    "ignored_auth",
    "include_conformance",
    "negative_data_rejection",
    "no_answer",
    "unsupported_method",
  ]);
  expect(code).toBe(1);
  expect(results.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(100);
});
