import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { listenOnFreePort, runCommand } from "@workflow-api/workspace/testing";
import { expect, onTestFinished, test } from "vitest";
import { contract, contractFile, environment, folder, secrets } from "./support/run.ts";
import { createContractTarget, listen } from "./support/server.ts";

const bin = join(import.meta.dirname, "..", "src", "bin.ts");
const program = [process.execPath, "--conditions=@workflow-api/source", bin];

/** Starts the program as a process, which alone reads the file of a private CA. */
function startProgram(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const all = Object.entries({ ...environment, ...variables });
  const env = all.map(([name, value]) => `${name}=${value}`);
  return runCommand(folder, "env", "-i", ...env, ...program, "--contract", contractFile, ...args);
}

test("A server with a private CA is checked through a proxy.", async () => {
  const NODE_EXTRA_CA_CERTS = join(import.meta.dirname, "support", "localhost.pem");
  const cert = readFileSync(NODE_EXTRA_CA_CERTS);
  const server = await listen(createContractTarget(contract, { secrets }), { cert, key: cert });
  onTestFinished(() => server.close());
  const { host, port } = new URL(server.url);
  const asked = new Set<string | undefined>();
  const proxy = createServer().on("connect", ({ url }, socket) => {
    asked.add(url);
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const tunnel = connect(Number(port), "127.0.0.1").on("error", () => socket.destroy());
    socket
      .on("error", () => tunnel.destroy())
      .pipe(tunnel)
      .pipe(socket);
  });
  onTestFinished(() => void proxy.close());
  const HTTPS_PROXY = `127.0.0.1:${await listenOnFreePort(proxy)}`;
  const args = ["--base-url", server.url, "--only", "getHealth"];
  await startProgram(args, { NODE_EXTRA_CA_CERTS, HTTPS_PROXY }).printed(
    /^Passed in what --only selects: the server conforms to the contract\. [1-9]/,
  );
  expect([...asked]).toEqual([host]);
  await startProgram(args).printed(/if you trust it, name its file in NODE_EXTRA_CA_CERTS\./);
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s ends a run at once, with %i and a report of what was done.",
  async (signal, code) => {
    const target = createContractTarget(contract, { secrets });
    let count = 0;
    let onHung = (): void => undefined;
    const server = await listen({
      send: (request) => (count++ < 40 ? target.send(request) : new Promise(() => onHung())),
    });
    const program = startProgram(["--base-url", server.url, "--timeout", "3600000"]);
    onTestFinished(() => program.signal("SIGKILL"));
    onHung = () => {
      // A second signal would end it without a report.
      onHung = () => undefined;
      program.signal(signal);
    };
    expect(await program.exit).toBe(code);
    expect(program.output()).toMatch(/^Inconclusive: .*\nThe run was stopped before its end\.\n/);
    expect(program.output()).toMatch(/: \d{2} passed, 0 failed, .*\n$/);
    await server.close();
  },
);

test("A closed or full standard output ends the program without a stack.", async () => {
  for (const [end, code] of [
    ["| head -1; exit 0", 0],
    [">/dev/full", 2],
    [">&-", 2],
  ] as const) {
    const script = `"$0" "$@" ${end}`;
    const args = ["-c", script, ...program, "--base-url", "http://127.0.0.1:9"];
    const { status, stderr } = spawnSync("sh", args, { encoding: "utf8" });
    expect({ end, status }).toEqual({ end, status: code });
    expect(stderr).not.toMatch(/ at |node:/);
  }
});
