import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ownEnv } from "@workflow-api/workspace/testing";

const bin = fileURLToPath(new URL("../src/bin.ts", import.meta.url));

/** The command of this workspace, started. */
export interface Started {
  readonly child: ChildProcess;
  /** The address that it prints. Rejects if it ends without one. */
  readonly url: Promise<string>;
  /** All that it has printed. */
  output(): string;
}

/** Starts the command of this workspace with these arguments. */
export function startBin(args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(process.execPath, [bin, ...args], { env: { ...ownEnv(), ...env } });
  let text = "";
  const url = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        text += String(chunk);
        const address = /docs: (http\S+)/.exec(text)?.[1];
        if (address !== undefined) {
          resolve(address);
        }
      });
    }
    child.once("close", () => reject(new Error(`The command ended: ${text}`)));
  });
  // Whoever expects it to end does not wait for its address.
  url.catch(() => undefined);
  return { child, url, output: () => text };
}

/** How a process ended, all its output read. */
export async function ended(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  if (child.exitCode !== null) {
    return { code: child.exitCode, signal: child.signalCode };
  }
  const [code, signal] = await once(child, "close");
  return { code, signal };
}
