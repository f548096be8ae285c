import { statSync } from "node:fs";
import { type Contract, loadContract } from "@workflow-api/contract";

/** The result of a change: the new contract, or the error that keeps the old one. */
export type Reload = { readonly contract: Contract } | { readonly error: Error };

/**
 * Loads a contract again whenever its file has changed. It is looked at again and again, because
 * file systems do not report every change: of mounts of containers, behind symbolic links.
 *
 * @returns What ends it.
 */
export function watchContract(file: string, onReload: (reload: Reload) => void): () => void {
  let loaded = fileState(file);
  let seen = loaded;
  const load = (): Reload => {
    try {
      return { contract: loadContract(file) };
    } catch (error) {
      if (error instanceof Error) return { error };
      throw error;
    }
  };
  const timer = setInterval(() => {
    const current = fileState(file);
    // Editors write a file in several steps: wait until nothing changes any more.
    if (current !== loaded && current === seen) {
      loaded = current;
      onReload(load());
    }
    seen = current;
  }, pauseMs).unref();
  return () => clearInterval(timer);
}

/** How often it is looked at. */
const pauseMs = 100;

/** The state by which a change is noticed. */
function fileState(file: string): string {
  try {
    const { ino, mtimeMs, size } = statSync(file);
    return [ino, mtimeMs, size].join();
  } catch {
    return "none";
  }
}
