import { type Browser, chromium } from "playwright-core";
import { findExecutable } from "./executable.ts";

/** No name and no address but those of this machine is found. */
const onlyThisMachine = `--host-resolver-rules=MAP * ~NOTFOUND, ${["localhost", "127.*", "::1", "[::1]"]
  .map((host) => `EXCLUDE ${host}`)
  .join(", ")}`;

/**
 * Starts a headless Chromium that reaches this machine only. Close it when done.
 * @throws {Error} if this machine has none, with what to do.
 */
export async function launchBrowser(): Promise<Browser> {
  const executable = await findExecutable();
  return await chromium.launch({
    executablePath: executable.path,
    args: [...executable.args, onlyThisMachine],
    env: { ...process.env, ...executable.env },
  });
}
