import { execFile } from "node:child_process";
import { mkdtemp, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The old contract cannot be had. */
export class BaseError extends Error {
  override readonly name: string = "BaseError";
}

/**
 * The file of the old contract: BASE itself if it is a file, else the contract as it is at that git ref, with
 * everything beside it.
 * @throws {BaseError}
 */
export async function findBase(base: string, contractFile: string): Promise<string> {
  if (await isFile(base)) return resolve(base);
  const folder = dirname(resolve(contractFile));
  try {
    const { stdout: prefix } = await run("git", ["-C", folder, "rev-parse", "--show-prefix"]);
    const target = await mkdtemp(join(tmpdir(), "compat-"));
    const tar = join(target, "base.tar");
    await run("git", ["-C", folder, "archive", "--format=tar", "-o", tar, `${base}^{commit}`, "--", "."]);
    await run("tar", ["-xf", tar, "-C", target]);
    return (await isFile(join(target, basename(contractFile))))
      ? join(target, basename(contractFile))
      : join(target, prefix.trim(), basename(contractFile));
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split("\n")[1] ?? cause.message) : String(cause);
    throw new BaseError(`${base} is neither a file nor a git ref that has the contract: ${reason}`, {
      cause,
    });
  }
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
