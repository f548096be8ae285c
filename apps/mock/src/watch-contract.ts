import { existsSync, type FSWatcher, watch } from "node:fs";
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

/** What watches a contract. */
export interface ContractWatcher {
  /** Tells that the contract is being loaded for the first time: what changes meanwhile is loaded after it. */
  loads(first: Promise<Contract>): void;
  stop(): void;
}

/**
 * Loads a contract again whenever one of its files changes. Folders are watched and not files: an editor that replaces
 * a file would leave a watch on the old one, and a file that is missing may yet come.
 * @param file The root file. It is watched at once, so that no change is missed while it is first loaded.
 */
export function watchContract(file: string, { onLoad, onError }: ContractWatch): ContractWatcher {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let loading: Promise<void> = Promise.resolve();
  const load = async (): Promise<void> => {
    try {
      const loaded = await loadContract(file);
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
    for (const folder of new Set(files.map((each) => dirname(each)))) {
      if (stopped || watchers.has(folder) || !existsSync(folder)) continue;
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || /\.(ya?ml|json)$/i.test(name)) changed();
      });
      // A folder that is removed is no reason to end; the contract in it is then reported as missing.
      watcher.on("error", changed);
      watchers.set(folder, watcher);
    }
  };
  cover([file]);
  return {
    loads(first) {
      // Whoever asked for it is told if it fails.
      loading = first.then(({ files }) => cover(files)).catch(() => undefined);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
