import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.ts";
import { send } from "./http.ts";

/** Where a process that nobody listens to would end, by Node's own rule, its parent hears of it instead. */
const tellOfFaults = `data:text/javascript,${encodeURIComponent(
  'process.on("uncaughtException", () => process.send("dies"))',
)}`;

/** The CLI of Prism as it is installed, serving a contract. */
export interface StockPrism {
  readonly url: string;
  /** Resolves when its process has ended, however it did. */
  readonly ended: Promise<void>;
  /** Resolves with `dies` at the next error that would have ended its process, if that is undying. */
  fault(): Promise<"dies">;
  close(): Promise<void>;
}

/**
 * Starts `prism mock` on a free port.
 * @param isUndying Whether an error that nobody catches is told of, rather than ends the process. Default: no.
 */
export async function startStockPrism(
  file: string,
  { isUndying = false }: { readonly isUndying?: boolean } = {},
): Promise<StockPrism> {
  const port = await freePort();
  const cli = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));
  const child = spawn(
    process.execPath,
    [
      ...(isUndying ? ["--import", tellOfFaults] : []),
      ...[cli, "mock", "--port", String(port), "--verboseLevel", "silent", file],
    ],
    { stdio: ["ignore", "ignore", "ignore", "ipc"] },
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
    fault: () => new Promise((resolve) => child.once("message", () => resolve("dies"))),
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
