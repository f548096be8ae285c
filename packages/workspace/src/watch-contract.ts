import { basename } from "node:path";
import { watch } from "chokidar";

/** How long a folder must be quiet before a change counts, in milliseconds: editors write in several steps. */
const quiet = 50;

const aside = new Set(["dist", "node_modules", "test"]);

/**
 * Calls back once, and then after YAML or JSON files of a folder have changed, one call at a time: changes that come
 * during a call, the first one too, lead to one more.
 * @returns Fulfilled after the first call.
 */
export async function watchContract(folder: string, changed: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let calls = Promise.resolve();
  const watcher = watch(folder, { ignored: (path) => aside.has(basename(path)), ignoreInitial: true });
  watcher.on("all", (_event, path) => {
    if (!/\.(ya?ml|json)$/i.test(path)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      calls = calls.then(changed);
    }, quiet);
  });
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  calls = calls.then(changed);
  await calls;
}
