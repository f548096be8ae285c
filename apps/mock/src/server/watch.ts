import { fork } from "node:child_process";
import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  type Contract,
  ContractError,
  contractOf,
  type Problem,
  readSource,
  type Source,
} from "@workflow-api/contract";

/** The contract has changed: it was loaded, or it is broken and the one before is still served. */
export type Reload = { readonly contract: Contract } | { readonly error: Error };

/**
 * Editors write a file in several steps. So long after the last of them it is read, in
 * milliseconds.
 */
const settling = 20;

/**
 * Loads a contract again whenever its file changes. The folder is watched and not the file: an
 * editor that replaces a file would leave a watch on the old one.
 *
 * @returns What ends it.
 */
export function watchContract(file: string, onReload: (reload: Reload) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let loading: Promise<void> = Promise.resolve();
  const load = async (): Promise<void> => {
    try {
      const contract = await loadAside(file);
      if (!isStopped) onReload({ contract });
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      onReload({ error });
    }
  };
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      loading = loading.then(load).catch(console.error);
    }, settling);
  };
  const watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
    if (name === null || name === basename(file)) changed();
  });
  // A folder that is removed is no reason to end. The contract in it is then reported as missing.
  watcher.on("error", changed);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    watcher.close();
  };
}

/**
 * Loads a contract, which another process reads and parses: that takes long, and somebody may want
 * an answer meanwhile. The memory that parsing takes goes with the process; what a thread took
 * would stay.
 *
 * @throws {ContractError} It cannot be read, or leaves the profile.
 */
export async function loadAside(file: string): Promise<Contract> {
  const read = await new Promise<Read>((resolve, reject) => {
    const child = fork(new URL(import.meta.url), [file], { serialization: "advanced" });
    child.once("message", (message) => resolve(message as Read));
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`The contract was not read: that process ended with ${code}`)),
    );
  });
  if ("problems" in read) throw new ContractError(read.problems);
  // Requests are answered in between.
  await setImmediate();
  return contractOf(read.source);
}

type Read = { readonly source: Source } | { readonly problems: readonly Problem[] };

if (import.meta.main) process.send?.(read(process.argv[2] ?? ""));

function read(file: string): Read {
  try {
    return { source: readSource(file) };
  } catch (error) {
    if (error instanceof ContractError) return { problems: error.problems };
    throw error;
  }
}
