import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

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
  const cli = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));
  const child = spawn(
    process.execPath,
    [...(isUndying ? ["--import", tellOfFaults] : []), cli, "mock", "--port", "0", file],
    { stdio: ["ignore", "pipe", "ignore", "ipc"] },
  );
  // A test that fails may never come to close it.
  const end = (): boolean => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await addressOf(child);
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

/** Where it says that it listens. What else it says is read too, or it would wait for a reader. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) throw new Error("Its output is a pipe.");
    createInterface(child.stdout).on("line", (line) => {
      const [, address] = /listening on (http:\S+)/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", () => reject(new Error("prism mock did not start")));
  });
}
