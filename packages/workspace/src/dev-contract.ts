import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { ContractError, loadContract } from "@workflow-api/contract";
import { root } from "./environment.ts";
import { runQuietly } from "./run-quietly.ts";

/** The last good version of the contract, which the mock and the docs serve while the contract is being edited. */
export interface GoodContract {
  /** The path of its root file. It stays the same, and is replaced as a whole. */
  readonly file: string;
  /**
   * Lints the contract, and takes it over if it is good; otherwise the lint errors, with file and line, are printed.
   * @returns Whether it was taken over.
   */
  update(): Promise<boolean>;
  remove(): void;
}

/** @param source The root file of the contract that is edited. */
export function createGoodContract(source: string): GoodContract {
  const folder = mkdtempSync(join(tmpdir(), "workflow-api-dev-"));
  const base = dirname(source);
  return {
    file: join(folder, relative(base, source)),
    update: async () => {
      const [linted, files] = await Promise.all([lint(), readFiles(source)]);
      if (!linted || files === undefined) return false;
      // The root file last: whoever watches it then finds the others in place.
      for (const file of files.toReversed()) replace(file, join(folder, relative(base, file)));
      return true;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The Redocly command line says what is wrong, and where, better than anything built on it. */
function lint(): Promise<boolean> {
  const args = ["lint", "--config", "redocly.yaml", "openapi.yaml"];
  return runQuietly({ command: "redocly", args, cwd: join(root, "openapi"), isScript: true });
}

async function readFiles(source: string): Promise<readonly string[] | undefined> {
  try {
    const { files } = await loadContract(source);
    return files;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return undefined;
  }
}

function replace(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const fresh = `${to}.new`;
  copyFileSync(from, fresh);
  renameSync(fresh, to);
}
