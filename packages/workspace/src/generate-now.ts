import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { environment, root } from "./environment.ts";

/**
 * Runs the `generate` script of every package that has one, all at once and past the cache: while the contract is
 * being edited every run is a new one, and Turborepo would first build what has not changed. Apps are left out: what
 * they generate is made of what the packages do, and they serve an edit without it.
 * @returns Whether all succeeded; what a failed one printed is shown.
 */
export async function generateNow(): Promise<boolean> {
  const folders = globSync("{openapi,packages/*}/package.json", { cwd: root }).filter((file) => {
    const { scripts }: { scripts?: Record<string, string> } = JSON.parse(
      readFileSync(join(root, file), "utf8"),
    );
    return scripts?.["generate"] !== undefined;
  });
  const results = await Promise.all(folders.map((file) => generate(join(root, dirname(file)))));
  return results.every((succeeded) => succeeded);
}

async function generate(folder: string): Promise<boolean> {
  const child = spawn(process.execPath, ["--run", "generate"], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  const succeeded = await new Promise<boolean>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0));
  });
  if (!succeeded) process.stderr.write(Buffer.concat(output));
  return succeeded;
}
