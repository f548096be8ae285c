import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, isAbsolute, join, relative, resolve, sep } from "node:path";
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
 * @param base - A file, or a git ref such as `origin/main`.
 * @param changedFile - The file of the new contract.
 * @throws {BaseError} It is neither a file nor a ref that has the contract.
 * @throws {ContractError} The contract leaves the profile.
 */
export function loadBase(base: string, changedFile: string): Contract {
  if (statSync(base, { throwIfNoEntry: false })?.isFile() === true) return loadContract(resolve(base));
  const top = git(
    ["rev-parse", "--show-toplevel"],
    `${base} is no file, and this folder is in no Git repository`,
  );
  git(
    ["rev-parse", "--verify", "--quiet", "--end-of-options", `${base}^{commit}`],
    `${base} is neither a file nor a commit, branch or tag of Git`,
  );
  const path = pathIn(top, [changedFile, contractFile()]);
  if (path === undefined)
    throw new BaseError(`${changedFile} is not in the repository ${top}: name the file of the old contract.`);
  const text = git(
    ["show", "--end-of-options", `${base}:${path}`],
    `${base} has no ${path}: name the file of the old contract`,
  );
  return readText(text, `${base}:${path}`);
}

function git(args: readonly string[], problem: string): string {
  try {
    const output = execFileSync("git", args, {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
      stdio: ["ignore", "pipe", "pipe"],
    });
    return args[0] === "show" ? output : output.trim();
  } catch (cause) {
    throw new BaseError(`${problem}.`, { cause });
  }
}

/** The path of the first of these files that is in a folder, as Git writes it. */
function pathIn(folder: string, files: readonly string[]): string | undefined {
  const paths = files.map((file) => relative(realpathSync(folder), realpathSync(file)));
  return paths.find((path) => !path.startsWith("..") && !isAbsolute(path))?.replaceAll(sep, "/");
}

/** Reads a contract that is in no file; places in it are those of `name`. */
function readText(text: string, name: string): Contract {
  const folder = mkdtempSync(join(tmpdir(), "compat-"));
  try {
    const file = join(folder, `old${extname(name)}`);
    writeFileSync(file, text);
    return contractOf({ ...readSource(file), file: name });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new ContractError(
      error.problems.map((problem) => ({ ...problem, location: { ...problem.location, file: name } })),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
