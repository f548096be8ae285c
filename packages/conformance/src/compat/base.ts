import { execFile, type PromiseWithChild } from "node:child_process";
import { realpath, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { withTemporaryFolder } from "./temporary-folder.ts";

const run = promisify(execFile);

/** The old contract cannot be had. */
export class BaseError extends Error {
  override readonly name: string = "BaseError";
}

/** The old contract, as a file. */
export interface Base {
  readonly file: string;
  /** The folder that it was copied to; `undefined` for a file that was given. */
  readonly copy: string | undefined;
}

/**
 * Lends the old contract: BASE itself if it is a file, else a copy of the contract as it is at that git ref. Of that
 * every YAML and JSON file is copied, for a contract may stand in several, anywhere in the repository.
 * @throws {BaseError}
 */
export async function withBase<Result>(
  base: string,
  contractFile: string,
  use: (base: Base) => Promise<Result>,
): Promise<Result> {
  if (await isFile(base)) return await use({ file: resolve(base), copy: undefined });
  return await withTemporaryFolder(async (copy) =>
    use({ file: await copyContract(base, contractFile, copy), copy }),
  );
}

/** @throws {BaseError} */
async function copyContract(ref: string, contractFile: string, copy: string): Promise<string> {
  const current = await realpath(contractFile).catch((cause) => {
    throw new BaseError(`There is no contract ${contractFile}: correct --contract.`, { cause });
  });
  try {
    const path = await copyRef(ref, current, copy);
    if (!(await isFile(path))) throw new Error("the contract is not there");
    return path;
  } catch (cause) {
    throw new BaseError(`${ref} is neither a file nor a git ref that has the contract: ${reasonOf(cause)}.`, {
      cause,
    });
  }
}

/** Copies what can be part of a contract at a git ref to a folder, by an index of its own. */
async function copyRef(ref: string, contractFile: string, copy: string): Promise<string> {
  const index = join(copy, ".index");
  const git = (args: readonly string[], cwd: string): PromiseWithChild<{ stdout: string }> =>
    run("git", [...args], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, GIT_INDEX_FILE: index },
      maxBuffer: 2 ** 28,
    });
  const top = (await git(["rev-parse", "--show-toplevel"], dirname(contractFile))).stdout.trimEnd();
  const tree = git(["rev-parse", "--verify", "--end-of-options", `${ref}^{tree}`], top);
  const { stdout: id } = await tree.catch((cause) => {
    throw new Error("git knows no such commit, branch or tag", { cause });
  });
  await git(["read-tree", id.trim()], top);
  const { stdout: files } = await git(["ls-files", "-z", "--", "*.yaml", "*.yml", "*.json"], top);
  const checkout = git(["checkout-index", "-z", "--stdin", `--prefix=${copy}/`], top);
  checkout.child.stdin?.end(files);
  await checkout;
  await rm(index);
  return join(copy, relative(await realpath(top), contractFile));
}

/** What git says, without the command that it was asked by. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message.split("\n").find((line) => /^(fatal|error): /.test(line)) ?? cause.message;
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
