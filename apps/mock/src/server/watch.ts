import { fork } from "node:child_process";
import { statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import {
  type Contract,
  ContractError,
  contractOf,
  type Problem,
  type ReadOptions,
  readSource,
  type Source,
} from "@workflow-api/contract";

/** The result of a change: the new contract, or the error that keeps the old one. */
export type Reload = { readonly contract: Contract } | { readonly error: Error };

/**
 * Loads a contract again whenever its file has changed. It is looked at again and again, because
 * file systems do not report every change: of mounts of containers, behind symbolic links.
 *
 * @returns What ends it.
 */
export function watchContract(
  file: string,
  onReload: (reload: Reload) => void,
  options: ReadOptions = {},
): () => void {
  let loaded = stateOf(file);
  let seen = loaded;
  let isStopped = false;
  let loading: Promise<void> = Promise.resolve();
  const load = async (): Promise<void> => {
    try {
      const contract = await loadInChildProcess(file, options);
      if (!isStopped) onReload({ contract });
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      if (!isStopped) onReload({ error });
    }
  };
  const timer = setInterval(() => {
    const current = stateOf(file);
    // Editors write a file in several steps: wait until nothing changes any more.
    if (current !== loaded && current === seen) {
      loaded = current;
      loading = loading.then(load).catch(console.error);
    }
    seen = current;
  }, pauseMs).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

/** How often it is looked at. */
const pauseMs = 100;

/** The state by which a change is noticed. */
function stateOf(file: string): string {
  try {
    const { ino, mtimeMs, size } = statSync(file);
    return [ino, mtimeMs, size].join();
  } catch {
    return "none";
  }
}

/**
 * Loads a contract that another process reads and parses: parsing blocks for long, and its memory
 * is freed with the process, which that of a thread is not.
 *
 * @throws {ContractError} It cannot be read, or leaves the profile.
 */
export async function loadInChildProcess(
  file: string,
  options: ReadOptions = {},
): Promise<Contract> {
  const read = await new Promise<Read>((resolve, reject) => {
    const child = fork(new URL(import.meta.url), [readingTask, file], {
      serialization: "advanced",
    });
    child.once("message", (message) => resolve(message as Read));
    child.once("error", reject);
    // Unlike `exit`, it never comes before a message that was sent.
    child.once("disconnect", () =>
      reject(new Error("The contract was not read: the process for it ended before it was")),
    );
  });
  if ("problems" in read) throw new ContractError(read.problems);
  // Let requests through in between.
  await setImmediate();
  return contractOf(read.source, options);
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
