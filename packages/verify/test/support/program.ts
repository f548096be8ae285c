import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { runCommand } from "@workflow-api/workspace/testing";
import { expect, onTestFinished } from "vitest";
import { contract, contractFile, environment, folder, secrets } from "./run.ts";
import { createContractTarget, listen } from "./server.ts";

const bin = join(import.meta.dirname, "..", "..", "src", "bin.ts");
const program = [process.execPath, "--conditions=@workflow-api/source", bin];

/** Starts the program with the contract of these tests. It has no other variables. */
export function startProgram(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): ReturnType<typeof runCommand> {
  const { NODE_COMPILE_CACHE = "" } = process.env;
  const all = Object.entries({ ...environment, NODE_COMPILE_CACHE, ...variables });
  const env = all.map(([name, value]) => `${name}=${value}`);
  return runCommand(folder, "env", "-i", ...env, ...program, "--contract", contractFile, ...args);
}

/** Sends a signal while a response is pending. */
export async function expectReportAfter(signal: NodeJS.Signals, code: number): Promise<void> {
  const target = createContractTarget(contract, { secrets });
  let count = 0;
  let onHung = (): void => undefined;
  const server = await listen({
    send: (request) => (count++ < 40 ? target.send(request) : new Promise(() => onHung())),
  });
  const running = startProgram(["--base-url", server.url, "--timeout", "3600000"]);
  onTestFinished(() => running.signal("SIGKILL"));
  onHung = () => {
    // A second signal would end it without a report.
    onHung = () => undefined;
    running.signal(signal);
  };
  expect(await running.exit).toBe(code);
  expect(running.output()).toMatch(/^Inconclusive: .*\nThe run was stopped before its end\.\n/);
  expect(running.output()).toMatch(/: \d{2} passed, 0 failed, .*\n$/);
  await server.close();
}

/** Runs the program with its standard output redirected by a shell. */
export function expectNoStack(redirection: string, code: number): void {
  const args = ["-c", `"$0" "$@" ${redirection}`, ...program, "--base-url", "http://127.0.0.1:9"];
  const { status, stderr } = spawnSync("sh", args, { encoding: "utf8" });
  expect(status).toBe(code);
  expect(stderr).not.toMatch(/ at |node:/);
}
