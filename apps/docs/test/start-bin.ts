import { fileURLToPath } from "node:url";
import { type RunningCommand, runCommand } from "@workflow-api/workspace/testing";

/** The command of this workspace, by its path. */
export const bin: string = fileURLToPath(new URL("../src/bin.ts", import.meta.url));

/** The command of this workspace, started. */
export interface Started extends RunningCommand {
  /** The address that it prints. Rejects if it ends without one. */
  readonly url: Promise<string>;
}

/** Starts the command of this workspace with these arguments. */
export function startBin(...args: readonly string[]): Started {
  const command = runCommand(import.meta.dirname, process.execPath, bin, ...args);
  const url = command.printed(/(?<=docs: )http\S+/);
  // Whoever expects it to end does not wait for its address.
  url.catch(() => undefined);
  return { ...command, url };
}
