import { execFileSync } from "node:child_process";
import { realpathSync, statSync, writeFileSync } from "node:fs";
import { extname, isAbsolute, join, relative } from "node:path";
import {
  type Contract,
  ContractError,
  contractFile,
  contractOf,
  loadContract,
  readSource,
} from "@workflow-api/contract";
import { withFolder } from "./tools.ts";

/** The old contract cannot be had. Its message says why. */
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
export async function loadBase(base: string, changedFile: string): Promise<Contract> {
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
  const text = git(`${base} has no ${path}`, "show", "--end-of-options", name);
  return await withFolder(async (folder) => readText(text, name, join(folder, `old${extname(path)}`)));
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

/** Reads a contract by way of a file; its places are those of `name`. */
function readText(text: string, name: string, file: string): Contract {
  writeFileSync(file, text);
  try {
    return contractOf({ ...readSource(file), file: name });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new ContractError(
      error.problems.map((each) => ({ ...each, location: { ...each.location, file: name } })),
    );
  }
}
