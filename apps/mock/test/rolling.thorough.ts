import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { freePort, type RunningCommand, runCommand } from "@workflow-api/workspace/testing";
import { expect, onTestFinished, test } from "vitest";
import { cage, contractFile, keys } from "./support/requests.ts";

// Two mocks behind a balancer are restarted one after the other under load, and no request fails.

const program = fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url));
const agent = new Agent({ keepAlive: true, maxSockets: 20 });

const options = [program, "--quiet", "--contract", contractFile, "--port"];

function ask(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, headers: keys, host: "127.0.0.1", path, port }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", reject);
    sent.end();
  });
}

/** Sends requests to the servers in turn, leaving out those that are not ready. */
function createBalancer(ports: readonly number[]) {
  let ready = [...ports];
  let sent = 0;
  let isOver = false;
  const failures: string[] = [];
  const look = async (): Promise<void> => {
    while (!isOver) {
      const seen = await Promise.all(
        ports.map((port) => ask(port, "/__mock/ready").catch(() => 0)),
      );
      ready = ports.filter((_, at) => seen[at] === 200);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const work = async (): Promise<void> => {
    while (!isOver) {
      const port = ready[sent++ % ready.length] ?? 0;
      await ask(port, cage).then(
        (status) => status === 200 || failures.push(String(status)),
        (error: unknown) => failures.push(String(error)),
      );
    }
  };
  const all = Promise.all([look(), ...Array.from({ length: 20 }, work)]);
  return {
    ready: () => ready,
    sent: () => sent,
    async end(): Promise<{ readonly sent: number; readonly failures: readonly string[] }> {
      isOver = true;
      await all;
      return { sent, failures };
    },
  };
}

test("a rolling restart of two mocks under load loses no request", async () => {
  const ports = [await freePort(), await freePort()];
  const start = async (port: number): Promise<RunningCommand> => {
    const running = runCommand("/", process.execPath, ...options, String(port), "--delay", "0..20");
    onTestFinished(async () => {
      running.signal("SIGKILL");
      await running.exit;
    });
    await running.printed(/Ctrl-C stops/);
    return running;
  };
  const mocks = await Promise.all(ports.map(start));
  const balancer = createBalancer(ports);
  await expect.poll(balancer.sent).toBeGreaterThan(100);
  for (const [at, mock] of mocks.entries()) {
    mock.signal("SIGTERM");
    expect(await mock.exit).toBe(0);
    await start(ports[at] ?? 0);
    await expect.poll(balancer.ready).toEqual(ports);
  }
  const { failures, sent } = await balancer.end();
  agent.destroy();
  expect(failures).toEqual([]);
  expect(sent).toBeGreaterThan(100);
});

test("5000 slow connections do no harm", async () => {
  const { connect } = await import("node:net");
  const port = await freePort();
  const running = runCommand("/", process.execPath, ...options, String(port));
  await running.printed(/Ctrl-C stops/);
  const sockets = Array.from({ length: 5000 }, () => connect(port, "127.0.0.1"));
  for (const socket of sockets) {
    socket.on("error", () => {});
    socket.write(`GET ${cage} HTTP/1.1\r\nHost: x\r\nX-Slow: `);
  }
  for (const socket of sockets.slice(2500)) socket.resetAndDestroy();
  for (let round = 0; round < 50; round++) expect(await ask(port, cage)).toBe(200);
  for (const socket of sockets) socket.destroy();
  running.signal("SIGKILL");
  await running.exit;
});
