import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./support.ts";

it("stops without a failed request on 20 busy connections, with its output closed", async () => {
  const args = [join(root, "src/main.ts"), "start", "--port", "0"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  child.stdout.destroy();
  const url = /http:\S+/.exec(String(line))?.[0] ?? "";
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const ask = (): Promise<string | undefined> =>
    new Promise((resolve) => {
      get(url, { agent }, (response) => {
        response.resume().once("end", () => resolve(response.headers.connection));
      }).once("error", ({ message }) => resolve(message));
    });
  const load = async (): Promise<string | undefined> => {
    let end: string | undefined = "keep-alive";
    while (end === "keep-alive") end = await ask();
    return end;
  };
  const all = Array.from({ length: 20 }, load);
  await ask();
  child.kill("SIGTERM");
  expect(new Set(await Promise.all(all))).toEqual(new Set(["close"]));
  expect(await once(child, "exit")).toEqual([0, null]);
});
