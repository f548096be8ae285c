import { spawn } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startContractServer } from "./support/contract-server.ts";
import { desk } from "./support/desk.ts";
import { contract } from "./support/verify-desk.ts";

const bin = join(import.meta.dirname, "..", "src", "bin.ts");
const file = join(await mkdtemp(join(tmpdir(), "interrupted-")), "desk.json");
await writeFile(file, JSON.stringify(desk));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
  /** How many requests came after the signal. */
  readonly later: number;
}

/** Verifies a server that answers so many requests and no more, and sends the signal when the next one comes. */
async function interruptAfter(answered: number): Promise<Ended> {
  const server = await startContractServer(contract);
  let count = 0;
  let onHung = (): void => undefined;
  const front = createServer((request, response) => {
    if (count++ >= answered) return onHung();
    const headers = new Headers({ authorization: request.headers.authorization ?? "" });
    void fetch(`${server.url}${request.url}`, { headers, method: request.method ?? "GET" }).then(
      async (answer) =>
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text()),
    );
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const address = front.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const args = ["--base-url", url, "--contract", file, "--concurrency", "4", "--timeout", "3600000"];
  const child = spawn(process.execPath, [bin, ...args], { env: { WORKFLOW_LOGIN: "t0ken-of-mine" } });
  onTestFinished(() => void child.kill("SIGKILL"));
  let atSignal = 0;
  onHung = () => {
    if (atSignal > 0) return;
    atSignal = count;
    child.kill("SIGINT");
  };
  const code = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = { code: await code, out, error, later: count - atSignal };
  front.closeAllConnections();
  front.close();
  await server.close();
  return ended;
}

test("Ctrl-C ends a run at once, with 130 and a report of what was done.", async () => {
  const { code, error, later, out } = await interruptAfter(40);
  expect({ code, error }).toEqual({ code: 130, error: "" });
  expect(out).toMatch(/The run was interrupted, with \d+ cases left\./);
  expect(out).toMatch(/is open: \d{2} passed, 0 failed, \d+ not sent\n$/);
  expect(out).not.toContain("t0ken-of-mine");
  // As many as were allowed at a time may have been on their way.
  expect(later).toBeLessThan(4);
});

test("Ctrl-C before anything has come back ends with 130 as well.", async () => {
  const { code, error, out } = await interruptAfter(0);
  expect({ code, out }).toEqual({ code: 130, out: "" });
  expect(error).toContain("No case was sent.");
  expect(error).toContain("interrupted");
});
