import { fork } from "node:child_process";
import { type FSWatcher, realpathSync, statSync, watch } from "node:fs";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  type Contract,
  ContractError,
  contractOf,
  type Problem,
  readSource,
  type Source,
} from "@workflow-api/contract";

/** The result of a change: the new contract, or the error that keeps the old one. */
export type Reload = { readonly contract: Contract } | { readonly error: Error };

/** Editors write a file in several steps: wait this long after the last one, in milliseconds. */
const settling = 20;

/**
 * Loads a contract again whenever its file changes. Its folder is watched and not the file: an
 * editor that replaces a file would leave a watch on the old one. Behind a symbolic link the folder
 * of the target is watched too.
 *
 * @param poll - Looks this often too, in milliseconds.
 * @returns What ends it.
 */
export function watchContract(
  file: string,
  onReload: (reload: Reload) => void,
  poll?: number,
): () => void {
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
  let { state } = stateOf(file);
  const watchers = new Map<string, FSWatcher>();
  const look = (): void => {
    const { folders, state: current } = stateOf(file);
    for (const folder of folders) if (!watchers.has(folder)) watchFolder(folder);
    if (current === state) return;
    state = current;
    clearTimeout(timer);
    timer = setTimeout(() => {
      loading = loading.then(load).catch(console.error);
    }, settling);
  };
  const watchFolder = (folder: string): void => {
    const watcher = watch(folder, { persistent: false }, look);
    // A removed folder does not end the watch. The contract in it is then reported as missing.
    watcher.on("error", look);
    watchers.set(folder, watcher);
  };
  watchFolder(dirname(file));
  look();
  const polling = poll === undefined ? undefined : setInterval(look, poll).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    clearInterval(polling);
    for (const watcher of watchers.values()) watcher.close();
  };
}

/** The state by which a change is noticed, and the folders to watch. */
function stateOf(file: string): { readonly state: string; readonly folders: readonly string[] } {
  try {
    const target = realpathSync(file);
    const { ino, mtimeMs, size } = statSync(target);
    return {
      state: [target, ino, mtimeMs, size].join(),
      folders: [dirname(file), dirname(target)],
    };
  } catch {
    return { state: "", folders: [] };
  }
}

/**
 * Loads a contract that another process reads and parses: parsing blocks for long, and its memory
 * is freed with the process, which that of a thread is not.
 *
 * @throws {ContractError} It cannot be read, or leaves the profile.
 */
export async function loadAside(file: string): Promise<Contract> {
  const read = await new Promise<Read>((resolve, reject) => {
    const child = fork(new URL(import.meta.url), [readingTask, file], {
      serialization: "advanced",
    });
    child.once("message", (message) => resolve(message as Read));
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`The contract was not read: that process ended with ${code}`)),
    );
  });
  if ("problems" in read) throw new ContractError(read.problems);
  // Let requests through in between.
  await setImmediate();
  return contractOf(read.source);
}

const readingTask = "--read-contract";

type Read = { readonly source: Source } | { readonly problems: readonly Problem[] };

/** The other process starts here. */
const [, , task = "", asked = ""] = process.argv;
if (task === readingTask && process.send !== undefined) {
  // The parent may have ended meanwhile.
  process.send(read(asked), () => process.exit());
}

function read(file: string): Read {
  try {
    return { source: readSource(file) };
  } catch (error) {
    if (error instanceof ContractError) return { problems: error.problems };
    throw error;
  }
}
