import { execFile } from "node:child_process";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import { BaseError, withBase } from "@workflow-api/conformance/compat";
import { type Contract, ContractError, loadContract } from "@workflow-api/contract";

const run = promisify(execFile);

/** A commit that touched the files of a contract. */
export interface Commit {
  readonly id: string;
  /** Its day: `2026-11-21`. */
  readonly date: string;
}

/** The text of a file in the last commit. `undefined`: there is no Git, no commit or no such file in it. */
export function committedText(file: string): Promise<string | undefined> {
  return git(dirname(file), "show", `HEAD:./${basename(file)}`);
}

/** The commits that may have changed a contract, the last first; in a shallow clone, those that it has. */
export async function commitsOf(contractFile: string): Promise<Commit[]> {
  const patterns = ["*.yaml", "*.yml", "*.json"].map((pattern) => `:(glob)**/${pattern}`);
  const log = await git(dirname(contractFile), "log", "--format=%H %cs", "--", ...patterns);
  return (log ?? "").split("\n").flatMap((line) => {
    const [id, date] = line.split(" ");
    return id === undefined || date === undefined ? [] : [{ id, date }];
  });
}

/** The contract at a commit, read whole. `undefined`: it was not there, or could not be read. */
export async function contractAt({ id }: Commit, contractFile: string): Promise<Contract | undefined> {
  try {
    return await withBase(id, contractFile, ({ file }) => loadContract(file));
  } catch (error) {
    if (error instanceof BaseError || error instanceof ContractError) {
      return undefined;
    }
    throw error;
  }
}

/** What Git prints, or `undefined` if it fails or is not installed. */
async function git(folder: string, ...args: string[]): Promise<string | undefined> {
  return await run("git", args, { cwd: folder, maxBuffer: 2 ** 28 }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}
