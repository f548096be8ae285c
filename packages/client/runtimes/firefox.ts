import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { bundleSuite } from "./bundle.ts";
import type { Outcome } from "./suite.ts";

/** A Firefox that is installed. */
export interface Firefox {
  readonly program: string;
  /** Such as "153.7.0". */
  readonly version: string;
}

// To anywhere but this machine it goes through a proxy that is not there.
const PREFERENCES = {
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
  "datareporting.policy.dataSubmissionEnabled": false,
  "browser.aboutwelcome.enabled": false,
};

/** The Firefox of this machine: that of `FIREFOX_PATH` if it is set. `undefined`: there is none. */
export async function findFirefox(): Promise<Firefox | undefined> {
  const named = process.env["FIREFOX_PATH"];
  const inFolder = "/Applications/Firefox.app/Contents/MacOS/firefox";
  for (const program of named ? [named] : ["firefox", "firefox-esr", inFolder]) {
    try {
      const { stdout } = await promisify(execFile)(program, ["--version"]);
      return { program, version: /[\d.]+\d/.exec(stdout)?.[0] ?? "" };
    } catch {}
  }
  if (named) throw new Error(`FIREFOX_PATH names no Firefox: ${named}. Correct it, or unset it.`);
  return undefined;
}

/** Runs the suite in a page of Firefox. Nothing drives the browser: the page sends its outcomes back by itself. */
export async function runInFirefox({ program }: Firefox, url: string): Promise<Outcome[]> {
  const profile = await mkdtemp(path.join(tmpdir(), "firefox-"));
  const lines = Object.entries(PREFERENCES).map((each) => `user_pref(${JSON.stringify(each).slice(1, -1)});`);
  await writeFile(path.join(profile, "user.js"), lines.join("\n"));
  const page = await startPage(url);
  const args = ["--headless", "--no-remote", "--profile", profile, page.url];
  const firefox = spawn(program, args, { detached: true, stdio: "ignore", timeout: 120_000 });
  const ended = once(firefox, "exit");
  const failed = ended.then(() => Promise.reject(new Error("Firefox ended before the suite did.")));
  try {
    return await Promise.race([page.outcomes, failed]);
  } finally {
    page.close();
    endGroup(firefox);
    await ended;
    await rm(profile, { recursive: true, maxRetries: 10 });
  }
}

interface SuitePage {
  readonly url: string;
  readonly outcomes: Promise<Outcome[]>;
  close(): void;
}

async function startPage(service: string): Promise<SuitePage> {
  const send = 'await fetch("/outcomes", { method: "POST", body: JSON.stringify(outcomes) });';
  const suite = await bundleSuite(`const outcomes = await runSuite(${JSON.stringify(service)});\n${send}`);
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const outcomes = new Promise<Outcome[]>((resolve) => {
    server.on("request", async (request, response) => {
      if (request.method === "POST") resolve(JSON.parse(await text(request)));
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(`<script type="module">${suite}</script>`);
    });
  });
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, outcomes, close };
}

/** A browser is more than one process. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid);
  } catch {
    // It has ended by itself.
  }
}
