import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { freePort, type RunningCommand, runCommand } from "@workflow-api/workspace/testing";
import { expect, onTestFinished, test } from "vitest";
import { cage, contractFile, keys } from "./support/requests.ts";

const program = fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url));

async function start(port: number): Promise<RunningCommand> {
  const options = ["--delay", "0..20", "--contract", contractFile];
  const running = runCommand("/", process.execPath, program, "--port", String(port), ...options);
  onTestFinished(async () => {
    running.signal("SIGKILL");
    await running.exit;
  });
  await running.printed(/Ctrl-C stops/);
  return running;
}

/** The status of a response, or why there is none. */
function ask(agent: Agent, port: number, path: string): Promise<unknown> {
  return new Promise((resolve) => {
    const sent = request({ agent, headers: keys, host: "127.0.0.1", path, port }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
    });
    sent.once("error", resolve);
    sent.end();
  });
}

test("a rolling restart of two mocks behind a balancer loses no request", async () => {
  const ports = [await freePort(), await freePort()];
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const served: number[] = [];
  const failures: unknown[] = [];
  let isOver = false;
  /** Sends requests to the mocks in turn, except to one that is not ready. */
  const balance = async (): Promise<void> => {
    while (!isOver)
      for (const port of ports) {
        if ((await ask(agent, port, "/__mock/ready")) !== 200) continue;
        const outcome = await ask(agent, port, cage);
        if (outcome === 200) served.push(port);
        else failures.push(outcome);
      }
  };
  const bothServe = async (): Promise<void> =>
    await expect.poll(() => new Set(served.splice(0)).size).toBe(2);
  const mocks = await Promise.all(ports.map(start));
  const all = Promise.all(Array.from({ length: 20 }, balance));
  for (const [at, mock] of mocks.entries()) {
    await bothServe();
    mock.signal("SIGTERM");
    expect(await mock.exit).toBe(0);
    await start(ports[at] ?? 0);
  }
  await bothServe();
  isOver = true;
  await all;
  agent.destroy();
  expect(failures).toEqual([]);
});
