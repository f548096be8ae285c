import { fileURLToPath } from "node:url";
import { freePort, runCommand } from "@workflow-api/workspace/testing";

/** Stock Prism, as its command runs it on a contract. */
export interface RunningPrism {
  readonly url: string;
  stop(): Promise<unknown>;
}

/** Starts stock Prism on a free port, with the contract of a file. */
export async function startPrism(file: string): Promise<RunningPrism> {
  const program = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));
  const port = await freePort();
  const args = [program, "mock", "--port", String(port), file];
  const prism = runCommand(import.meta.dirname, process.execPath, ...args);
  await prism.printed(/is listening/);
  const stop = (): Promise<unknown> => {
    prism.signal("SIGTERM");
    return prism.exit;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
