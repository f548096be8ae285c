import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type RunningCommand, runCommand } from "@workflow-api/workspace/testing";
import { expect, test } from "vitest";
import { root } from "../src/turbo.ts";

const children = pathToFileURL(join(root, "packages/workspace/src/children.ts")).href;

/** A command that starts a program which runs until it is stopped, and prints its process id. */
function startParent(): RunningCommand {
  const program = "console.log('pid', process.pid); setInterval(() => undefined, 1000);";
  const script = `
    import { prepareCommand, startProgram, stopRequested, stopPrograms } from "${children}";
    prepareCommand();
    startProgram(process.execPath, ["-e", ${JSON.stringify(program)}], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    await stopRequested;
    await stopPrograms();
  `;
  return runCommand(root, process.execPath, "--input-type=module", "-e", script);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const)(
  "a program ends with the command that started it when %s ends that",
  async (signal) => {
    const command = startParent();
    const pid = Number((await command.printed(/pid \d+/)).slice("pid ".length));
    expect(isAlive(pid)).toBe(true);
    command.signal(signal);
    await expect.poll(() => isAlive(pid)).toBe(false);
  },
);
