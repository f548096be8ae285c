import { type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";
import { type Contract, ContractError, loadContract } from "@workflow-api/contract";

/** What to do when the files of a contract change. */
export interface ContractWatch {
  onLoad(contract: Contract): Promise<void> | void;
  /** The contract is broken: the one before still counts. */
  onError(error: Error): void;
}

/** Editors write a file in several steps; so long after the last of them it is read. In milliseconds. */
const settling = 20;

/**
 * Loads a contract again whenever one of its files changes. Folders are watched and not files: an editor that replaces
 * a file would leave a watch on the old one, and a file that is missing may yet come.
 * @returns what stops it.
 */
export function watchContract(contract: Contract, { onLoad, onError }: ContractWatch): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let loading: Promise<void> = Promise.resolve();
  const load = async (): Promise<void> => {
    try {
      const loaded = await loadContract(contract.file);
      cover(loaded.files);
      await onLoad(loaded);
    } catch (error) {
      if (error instanceof ContractError) cover(error.problems.map(({ location }) => location.file));
      onError(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      loading = loading.then(load);
    }, settling);
  };
  const cover = (files: readonly string[]): void => {
    for (const folder of new Set(files.map((file) => dirname(file)))) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || /\.(ya?ml|json)$/i.test(name)) changed();
      });
      // A folder that is removed is no reason to end; the contract in it is then reported as missing.
      watcher.on("error", changed);
      watchers.set(folder, watcher);
    }
  };
  cover(contract.files);
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}
