import { statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { contractFile } from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliOptions, readOptions, UsageError } from "../src/cli/options.ts";
import { describeOperations, type OperationSummary } from "../src/index.ts";
import { extendedContractFile, sharedContract, temporaryFolder } from "./support/contracts.ts";
import { send } from "./support/http.ts";
import { paste } from "./support/paste.ts";
import { type Program, runProgram } from "./support/program.ts";

test("--help fits a screen and exits with 0", async () => {
  const program = runProgram("--help");
  expect(await program.exit).toBe(0);
  expect(program.output.stdout).toContain("--port");
  expect(program.output.stdout.split("\n").length).toBeLessThan(24);
  expect(Math.max(...program.output.stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("--version prints the version of the package", async () => {
  const program = runProgram("--version");
  expect(await program.exit).toBe(0);
  expect(program.output.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("The built program is executable as it stands", async () => {
  expect(statSync(new URL("../dist/bin.js", import.meta.url)).mode & 0o111).toBe(
    process.platform === "win32" ? 0 : 0o111,
  );
});

test.each([
  [["--prot", "1"], "--prot"],
  [["--delay", "soon"], "soon"],
  [["--fail", "5"], "5%"],
  [["--seed", "-1"], /A value of --seed that begins with a dash is given as --seed=-VALUE$/],
  [["--seed=-1"], '--seed takes a number from 0 to 4294967295, not "-1"'],
  [["--port", "many"], "many"],
  [["--port", "65536"], "65536"],
  [["--port"], "--port"],
  [["--cors-origin", "example.com"], "example.com"],
  [["my/openapi.yaml"], /use --contract my\/openapi\.yaml$/],
])("%j is wrong usage", (args, named) => {
  const read = (): CliOptions => readOptions(args);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(named);
});

test("Of wrong usage the program says what is wrong, and exits with 2", async () => {
  const program = runProgram("--seed=-1");
  expect(await program.exit).toBe(2);
  expect(program.output.stderr).toContain('--seed takes a number from 0 to 4294967295, not "-1".\n');
  expect(program.output.stderr).toContain("Usage:");
});

test("A port in use is named, with the option to change it, and exits with 1", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? String(address.port) : "";
  const program = runProgram("--port", port);
  expect(await program.exit).toBe(1);
  expect(program.output.stderr).toContain(port);
  expect(program.output.stderr).toContain("--port");
  expect(program.output.stderr).not.toContain("    at ");
  taken.close();
});

test("A host that is not this machine's is named, with the option to change it, and exits with 1", async () => {
  const program = runProgram("--port", "0", "--host", "192.0.2.1");
  expect(await program.exit).toBe(1);
  expect(program.output.stderr).toMatch(/192\.0\.2\.1.*--host/s);
});

test("A contract that is missing is named, and exits with 1", async () => {
  const program = runProgram("--port", "0", "--contract", "no/such/openapi.yaml");
  expect(await program.exit).toBe(1);
  expect(program.output.stderr).toContain("no/such/openapi.yaml:1:1");
});

test("A contract that is broken is pointed at by file, line and column, and exits with 1", async () => {
  const file = join(temporaryFolder(), "broken.yaml");
  writeFileSync(file, "openapi: 3.1.1\ninfo: [\n");
  const program = runProgram("--port", "0", "--contract", file);
  expect(await program.exit).toBe(1);
  expect(program.output.stderr).toMatch(/broken\.yaml:\d+:\d+ /);
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends it with 0", async (signal) => {
  const program = runProgram("--port", "0");
  await program.url;
  program.child.kill(signal);
  expect(await program.exit).toBe(0);
});

test("SIGTERM lets what is under way finish", async () => {
  const program = runProgram("--port", "0", "--delay", "500");
  const url = await program.url;
  const target = "/data_dictionary/variables_cages/under-way";
  const answer = send(url, { method: "GET", target, headers: {} });
  const requests = { method: "GET", target: "/__mock/requests", headers: { host: new URL(url).host } };
  while (!(await send(url, requests)).body.includes("under-way"));
  program.child.kill("SIGTERM");
  expect((await answer).status).toBe(401);
  expect(await program.exit).toBe(0);
});

test("What the command line sets is told", async () => {
  const args = ["--delay", "30..90", "--fail", "5%:drop", "--cors-origin", "https://app.example.com"];
  const program = runProgram("--port", "0", ...args);
  await program.prints(/reloaded whenever it changes/);
  expect(program.output.stdout).toContain("Answers wait 30..90 ms.");
  expect(program.output.stdout).toContain("5% of the connections are dropped");
  expect(program.output.stdout).toContain("https://app.example.com");
  program.child.kill();
  await program.exit;
});

test("Events are printed as JSON for programs, and credentials never", async () => {
  const program = runProgram("--port", "0", "--json");
  await program.prints(/"event":"started"/);
  const { url } = JSON.parse(program.output.stdout.split("\n", 1)[0] ?? "");
  const headers = { "X-API-KEY": "to-keep-secret", Authorization: "Bearer to-keep-secret" };
  await send(url, {
    method: "GET",
    target: "/data_dictionary/variables_cages/x?api_key=to-keep-secret",
    headers,
  });
  await program.prints(/"event":"answered"/);
  const events = program.output.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.at(-1)).toMatchObject({
    event: "answered",
    method: "GET",
    status: 401,
    operationId: "getVariablesCage",
  });
  expect(program.output.stdout + program.output.stderr).not.toContain("to-keep-secret");
  program.child.kill();
  await program.exit;
});

test("Listening for other machines is warned of, and the commands name an address of this one", async () => {
  const program = runProgram("--port", "0", "--host", "0.0.0.0");
  await program.prints(/Other machines can reach this mock at 0\.0\.0\.0/);
  expect(await program.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  program.child.kill();
  await program.exit;
});

describe.each([
  ["the contract", contractFile()],
  ["the extended contract", extendedContractFile()],
])("Started with %s", (_title, file) => {
  let program: Program;
  let operations: OperationSummary[];

  beforeAll(async () => {
    program = runProgram("--port", "0", "--contract", file);
    operations = describeOperations(await sharedContract(file), await program.url);
  });

  afterAll(async () => {
    program.child.kill();
    await program.exit;
  });

  test("it prints every scenario, and commands that work when pasted", async () => {
    for (const { operationId, scenarios, curl } of operations) {
      expect(program.output.stdout).toContain(operationId);
      for (const { name } of scenarios) expect(program.output.stdout).toContain(name);
      expect(program.output.stdout).toContain(`\n  ${curl}`);
      const stdout = await paste(curl);
      expect(stdout).toMatch(/^HTTP\/1\.1 2\d\d/);
    }
  });

  test("the command of every scenario reaches that scenario", async () => {
    for (const { scenarios } of operations) {
      for (const { name, status, curl } of scenarios) {
        const stdout = await paste(curl);
        expect(stdout, curl).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
        expect(stdout, curl).toContain(`mock-scenario: ${name}; matched`);
      }
    }
  });
});
