import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.ts";
import { send } from "./http.ts";

/** The CLI of Prism as it is installed, serving a contract. */
export interface StockPrism {
  readonly url: string;
  /** Resolves when its process has ended, however it did. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Starts `prism mock` on a free port. */
export async function startStockPrism(file: string): Promise<StockPrism> {
  const port = await freePort();
  const cli = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));
  const child = spawn(
    process.execPath,
    [cli, "mock", "--port", String(port), "--verboseLevel", "silent", file],
    {
      stdio: "ignore",
    },
  );
  const url = `http://127.0.0.1:${port}`;
  // A test that fails may never come to close it.
  const end = (): boolean => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await answers(url, child);
  return {
    url,
    ended,
    async close() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Prism says nothing when it is silent, so it is asked until it answers. */
async function answers(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    try {
      await send(url, { method: "GET", target: "/", headers: {} });
      return;
    } catch {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  throw new Error("prism mock did not start");
}
