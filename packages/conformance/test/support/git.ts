import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const author = ["-c", "user.name=t", "-c", "user.email=t@example.com"];

/** Makes a folder a Git repository with a commit of all that is in it. */
export async function commitAll(folder: string): Promise<void> {
  for (const args of [
    ["init", "-q"],
    ["add", "."],
    ["commit", "-q", "-m", "Start"],
  ])
    await run("git", ["-C", folder, ...author, ...args]);
}
