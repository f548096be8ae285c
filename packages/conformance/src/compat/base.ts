import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, isAbsolute, join, relative } from "node:path";
import {
  type Contract,
  ContractError,
  contractFile,
  contractOf,
  loadContract,
  readSource,
} from "@workflow-api/contract";

/** The old contract cannot be had. Its message says why, and what to do. */
export class BaseError extends Error {
  override readonly name: string = "BaseError";
}

/**
 * Loads the old contract: that of a file, else that of a git ref of the repository in which the command runs, at the path
 * of the new one. A new contract outside of the repository is compared with the packaged one.
 *
 * @throws {BaseError} `base` is neither a file nor a ref that has the contract.
 * @throws {ContractError} The contract leaves the profile.
 */
export function loadBase(base: string, changedFile: string): Contract {
  if (statSync(base, { throwIfNoEntry: false })?.isFile() === true) return loadContract(base);
  const top = git(
    `${base} is no file, and this folder is in no Git repository`,
    "rev-parse",
    "--show-toplevel",
  );
  const missing = `${base} is neither a file nor a commit, branch or tag of this repository`;
  git(missing, "rev-parse", "--verify", "--quiet", "--end-of-options", `${base}^{commit}`);
  const path = [changedFile, contractFile()]
    .map((file) => relative(realpathSync(top.trim()), realpathSync(file)).replaceAll("\\", "/"))
    .find((each) => !each.startsWith("..") && !isAbsolute(each));
  if (path === undefined)
    throw new BaseError(`${changedFile} is not in this repository: name the file of the old one.`);
  const name = `${base}:${path}`;
  return readText(git(`${base} has no ${path}`, "show", "--end-of-options", name), name);
}

function git(problem: string, ...args: readonly string[]): string {
  try {
    return execFileSync("git", args, {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (cause) {
    throw new BaseError(`${problem}.`, { cause });
  }
}

/** Reads a contract that is in no file; its places are those of `name`. */
function readText(text: string, name: string): Contract {
  const folder = mkdtempSync(join(tmpdir(), "compat-"));
  try {
    const file = join(folder, `old${extname(name)}`);
    writeFileSync(file, text);
    return contractOf({ ...readSource(file), file: name });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const problems = error.problems.map(({ location, message }) => ({
      message,
      location: { ...location, file: name },
    }));
    throw new ContractError(problems);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
