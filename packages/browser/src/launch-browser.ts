import { type Browser, chromium } from "playwright-core";
import { findExecutable } from "./executable.ts";

/**
 * Starts a headless Chromium. Close it when done.
 * @throws {Error} if this machine has none, with what to do.
 */
export async function launchBrowser(): Promise<Browser> {
  const executable = await findExecutable();
  return await chromium.launch({
    executablePath: executable.path,
    args: [...executable.args],
    env: { ...process.env, ...executable.env },
  });
}
