import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./support.ts";

/** Starts the docs as a program, and reads no more of what it prints. */
async function startProgram() {
  const args = [join(root, "src/main.ts"), "start", "--port", "0"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const [line] = await once(child.stdout ?? child, "data");
  child.stdout?.destroy();
  return { child, url: /http:\S+/.exec(String(line))?.[0] ?? "" };
}

it("stops without a failed request on 20 busy connections", async () => {
  const { child, url } = await startProgram();
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const ask = (): Promise<string | undefined> =>
    new Promise((resolve) => {
      get(url, { agent }, (response) => {
        response.resume().once("end", () => resolve(response.headers.connection));
      }).once("error", ({ message }) => resolve(message));
    });
  const ends: (string | undefined)[] = [];
  const load = async (): Promise<void> => {
    let end: string | undefined = "keep-alive";
    while (end === "keep-alive") end = await ask();
    ends.push(end);
  };
  const all = Array.from({ length: 20 }, load);
  await ask();
  child.kill("SIGTERM");
  await Promise.all(all);
  expect(ends).toEqual(Array.from({ length: 20 }, () => "close"));
  expect(await once(child, "exit")).toEqual([0, null]);
});

it("ends when the program that started it ends", async () => {
  const { child, url } = await startProgram();
  expect((await fetch(url)).status).toBe(200);
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
});
