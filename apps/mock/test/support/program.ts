import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The mock's command line program, running. */
export interface Program {
  readonly child: ChildProcess;
  /** Everything that it has printed so far. */
  readonly output: { stdout: string; stderr: string };
  /** Its address, once it has printed it. */
  readonly url: Promise<string>;
  /** Its exit status. */
  readonly exit: Promise<number | null>;
  /** Resolves once its output matches, however long that takes. */
  prints(pattern: RegExp): Promise<void>;
}

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

/** Starts the built program. */
export function runProgram(...args: string[]): Program {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  const listeners = new Set<() => void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (chunk: Buffer) => {
      output[name] += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const prints = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (!pattern.test(output.stdout + output.stderr)) return;
        listeners.delete(check);
        resolve();
      };
      listeners.add(check);
      check();
      void exit.then(() =>
        reject(new Error(`It ended without printing ${pattern}:\n${output.stdout}${output.stderr}`)),
      );
    });
  const url = prints(/at (http\S+)\n/).then(() => / at (http\S+)\n/.exec(output.stdout)?.[1] ?? "");
  // Who does not ask for the address does not mind that there is none.
  url.catch(() => undefined);
  return { child, output, url, exit, prints };
}
