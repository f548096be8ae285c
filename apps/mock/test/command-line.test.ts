import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  freePort,
  listenOnFreePort,
  type RunningCommand,
  runCommand,
} from "@workflow-api/workspace/testing";
import { expect, test } from "vitest";
import { cage, contractFile, contractText, keys } from "./support/requests.ts";

const program = fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "mock-cli-"));

function run(...args: readonly string[]): RunningCommand {
  return runCommand(folder, process.execPath, program, ...args);
}

/** The program once it listens, its address, and what it printed when it has ended by Ctrl-C. */
async function serve(
  contract: string,
  ...args: readonly string[]
): Promise<{ url: string; end(): Promise<string>; running: RunningCommand }> {
  const running = run("--port", "0", "--contract", contract, ...args);
  const url = await running.printed(/http:\/\/127\.0\.0\.1:\d+/);
  const end = async (): Promise<string> => {
    running.signal("SIGINT");
    expect(await running.exit).toBe(0);
    return running.output();
  };
  return { url, end, running };
}

test("the start prints a curl command that works, and then each request", async () => {
  const { url, running, end } = await serve(contractFile);
  await running.printed(/Ctrl-C stops/);
  const [, curl = ""] = /Try it:\n {2}(.*)/.exec(running.output()) ?? [];
  const response = execFileSync("sh", ["-c", `${curl} -s`], { encoding: "utf8" });
  expect(response).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*mock-scenario: \w+; matched/);
  await fetch(`${url}/nowhere?x-api-key=secret`);
  await fetch(`${url}${cage}`);
  await running.printed(/cage-text 401/);
  const control = { ...keys, prefer: "example=\x9b31mX" };
  const body = await (await fetch(`${url}${cage}`, { headers: control })).text();
  await running.printed(/cage-text 400/);
  const output = await end();
  // What comes from outside cannot control a terminal.
  expect(output).toMatch(/not \\u009b31mX/);
  expect(output + body).not.toContain("\x9b");
  expect(output).toMatch(/getCage {2}GET \/v1\/cages\/\{id\}\n {2}200 full, /);
  expect(output).toMatch(/^GET \/\S+ 200 \w+; matched [\d.]+ ms$/m);
  expect(output).toMatch(
    /^GET \/nowhere\?x-api-key=\(credential\) 404 refused: path \/nowhere belongs to no operation/m,
  );
  expect(output).toMatch(
    /^GET \S+ 401 unauthorized; refused: header x-api-key .* x-api-secret is required [\d.]+ ms$/m,
  );
});

test("--json prints an event a line, without headers and bodies", async () => {
  const options = ["--json", "--fail", "100%:500"];
  const { url, running, end } = await serve(contractFile, ...options);
  await fetch(`${url}${cage}`, { headers: { ...keys, "x-api-key": "secret" } });
  await running.printed(/"response"/);
  const lines = (await end()).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "started", url },
    { event: "response", method: "GET", target: cage, status: 500, reason: "failed" },
  ]);
  expect(running.output()).not.toContain("secret");
});

test("requests to a real service are logged with what they wait for", async () => {
  const service = createServer();
  const requested = once(service, "request");
  const upstream = `http://127.0.0.1:${await listenOnFreePort(service)}/base`;
  const { url, running, end } = await serve(contractFile, "--upstream", upstream);
  await running.printed(/Ctrl-C stops/);
  const example = `GET /v1/cages/cage-text → ${upstream}/v1/cages/cage-text`;
  expect(running.output()).toContain(`Requests are forwarded to ${upstream}\n  ${example}\n`);
  const response = fetch(`${url}${cage}`);
  await running.printed(/GET \S+ pending for \d+/);
  const [, pending]: ServerResponse[] = await requested;
  pending?.writeHead(204).end();
  await response;
  await running.printed(/GET \S+ 204 forwarded: getCage: request header x-/);
  const lines = (await end()).match(/^GET .+$/gm) ?? [];
  expect(lines.map((line) => line.split(" ")[2])).toEqual(["pending", "204"]);
  service.close();
});

test("an edit of --contract is reported, a broken one with its cause", async () => {
  const file = join(folder, "edited.yaml");
  writeFileSync(file, contractText);
  const { running, end } = await serve(file);
  await running.printed(/Ctrl-C stops/);
  writeFileSync(file, `${contractText}  - `);
  await running.printed(
    /The contract is broken, so the last good one is still served:\n.*edited\.yaml:\d+/,
  );
  writeFileSync(file, contractText.replace("schemas/Acknowledge", "schemas/Acknowlege"));
  await running.printed(/Loaded edited\.yaml again\.\n1 of 2 operations is omitted:\n.*Acknowlege/);
  await end();
});

test("a wrong option ends the program with 2, and says what is wrong", async () => {
  const running = run("--port", "x");
  expect(await running.exit).toBe(2);
  expect(running.output()).toContain("--port takes a whole number from 0 to 65535");
});

test("a Ctrl-C that npm passes on, too, lets a pending request end", async () => {
  const { url, running, end } = await serve(contractFile, "--delay", "1000");
  const pending = fetch(url + cage);
  await running.printed(/GET .*pending/);
  running.signal("SIGINT");
  await setTimeout(30);
  await end();
  expect((await pending).status).toBe(401);
});

test.each(["closed", "full"])("the program serves on when its output is %s", async (how) => {
  const end = how === "full" ? "> /dev/full 2>&1" : "2>&1 | head -1";
  const port = await freePort();
  const script = `"$0" "$1" --contract "$2" --port ${port} ${end}`;
  const running = runCommand(folder, "sh", "-c", script, process.execPath, program, contractFile);
  const url = `http://127.0.0.1:${port}`;
  const statusOf = async (): Promise<number> =>
    (await fetch(url + cage).catch(() => ({ status: 0 }))).status;
  await expect.poll(statusOf).toBe(401);
  for (let sent = 0; sent < 3; sent++) {
    await setTimeout(30);
    expect(await statusOf()).toBe(401);
  }
  running.signal("SIGINT");
  await running.exit;
});
