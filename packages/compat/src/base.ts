import { execFileSync } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { type Contract, contractOf, loadContract, readSource } from "@workflow-api/contract";
import { UsageError } from "@workflow-api/contract/command-line";

/** The old contract, or why there is nothing to compare with. */
export type Base = { readonly contract: Contract } | { readonly missing: string };

/**
 * Loads the old contract.
 *
 * @param base - A file, a Git ref, or `REF:PATH`.
 * @param changedFile - The file of the new contract, whose path the old one has too.
 * @throws {UsageError | ContractError} It is not found, or invalid.
 */
export function loadBase(base: string, changedFile: string): Base {
  if (statSync(base, { throwIfNoEntry: false })?.isFile() === true)
    return { contract: loadContract(base) };
  const [, ref = base, pathOption] = /^(.[^:]*):(.+)$/.exec(base) ?? [];
  const top = git("rev-parse", "--show-toplevel")?.trim();
  if (top === undefined) throw new UsageError(`${base} is no file, and this is no Git repository.`);
  const commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
  if (commit === undefined)
    throw new UsageError(
      `${ref} is neither a file nor a commit, branch or tag here. A shallow clone fetches it ` +
        `first: git fetch --depth=1 origin ${ref.replace(/^origin\//, "")}, ` +
        "then compare with FETCH_HEAD.",
    );
  const path = pathOption ?? pathIn(top, changedFile);
  const file = `${ref}:${path}`;
  const text = git("show", "--end-of-options", file);
  if (text !== undefined) return { contract: contractOf(readSource(file, text)) };
  const gone = documentsOf(ref).find((each) => !existsSync(join(top, each)));
  if (gone === undefined) return { missing: `Nothing to compare with: ${ref} has no ${path}.` };
  throw new UsageError(
    `${ref} has no ${path}, but ${gone}, which is gone here: compare with ${ref}:${gone}`,
  );
}

/** The path of a file in its repository. */
function pathIn(top: string, file: string): string {
  const path = relative(realpathSync(top), realpathSync(file)).replaceAll("\\", "/");
  if (!/^\.\.|^\w:|^\//.test(path)) return path;
  throw new UsageError(
    `${file} is not in this repository: name the file of the old one, or REF:PATH.`,
  );
}

/** The paths of the OpenAPI documents of a commit. */
function documentsOf(ref: string): string[] {
  const files = ["--", "*.yaml", "*.yml", "*.json"];
  const found = git("grep", "-lE", '^[ {]*"?openapi"?:', ref, ...files) ?? "";
  return found.split("\n").flatMap((line) => line.slice(ref.length + 1) || []);
}

/** The output of Git. `undefined`: it failed. */
function git(...args: readonly string[]): string | undefined {
  try {
    return execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 28, stdio: "pipe" });
  } catch {
    return undefined;
  }
}
