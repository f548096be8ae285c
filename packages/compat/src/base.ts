import { execFileSync } from "node:child_process";
import { realpathSync, statSync } from "node:fs";
import { relative } from "node:path";
import {
  type Contract,
  contractFile,
  contractOf,
  loadContract,
  readSource,
} from "@workflow-api/contract";
import { CompatError } from "./tools.ts";

/**
 * Loads the old contract: that of a file, else that of a git ref of the repository in which the
 * command runs, at the path of the new one. A new contract outside of the repository is compared
 * with the packaged one.
 *
 * @throws {CompatError | ContractError} There is none, or it leaves the profile.
 */
export function loadBase(base: string, changedFile: string): Contract {
  if (statSync(base, { throwIfNoEntry: false })?.isFile() === true) return loadContract(base);
  const top = git(
    `${base} is no file, and this is no Git repository`,
    "rev-parse",
    "--show-toplevel",
  );
  const missing = `${base} is neither a file nor a commit, branch or tag of this repository`;
  git(missing, "rev-parse", "--verify", "--quiet", "--end-of-options", `${base}^{commit}`);
  const path = [changedFile, contractFile()]
    .map((file) => relative(realpathSync(top.trim()), realpathSync(file)).replaceAll("\\", "/"))
    .find((each) => !/^\.\.|^\w:|^\//.test(each));
  if (path === undefined)
    throw new CompatError(
      `${changedFile} is not in this repository: name the file of the old one.`,
    );
  const name = `${base}:${path}`;
  return contractOf(
    readSource(name, git(`${base} has no ${path}`, "show", "--end-of-options", name)),
  );
}

function git(problem: string, ...args: readonly string[]): string {
  try {
    return execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 28, stdio: "pipe" });
  } catch (cause) {
    throw new CompatError(`${problem}.`, { cause });
  }
}
