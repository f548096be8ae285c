import { fileURLToPath } from "node:url";
import { contractFile } from "@workflow-api/contract";
import { freePort, runCommand } from "@workflow-api/workspace/testing";

/** Stock Prism, as its command runs it on the contract. */
export interface RunningPrism {
  readonly url: string;
  stop(): Promise<unknown>;
}

/** Starts stock Prism on a free port. */
export async function startPrism(): Promise<RunningPrism> {
  const program = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));
  const port = await freePort();
  const args = [program, "mock", "--port", String(port), contractFile()];
  const prism = runCommand(import.meta.dirname, process.execPath, ...args);
  await prism.printed(/is listening/);
  const stop = (): Promise<unknown> => {
    prism.signal("SIGTERM");
    return prism.exit;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
