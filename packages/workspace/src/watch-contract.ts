import { createHash } from "node:crypto";
import { globSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";

/** How long a folder must be quiet before a change counts, in milliseconds: editors write in several steps. */
const quiet = 50;

/**
 * Calls back after the YAML or JSON files of a folder have changed, one call at a time: changes that come during a
 * call lead to one more. What is written without being changed does not count.
 */
export function watchContract(folder: string, changed: () => Promise<void>): void {
  let known = fingerprint(folder);
  let timer: NodeJS.Timeout | undefined;
  let busy = false;
  const settle = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    for (let current = fingerprint(folder); current !== known; current = fingerprint(folder)) {
      known = current;
      await changed();
    }
    busy = false;
  };
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void settle(), quiet);
  });
}

function fingerprint(folder: string): string {
  const hash = createHash("sha256");
  const files = globSync("**/*.{yaml,yml,json}", { cwd: folder, exclude: ["node_modules", "dist"] });
  for (const file of files.toSorted()) {
    try {
      hash.update(file).update(readFileSync(join(folder, file)));
    } catch {
      // A file that an editor replaces at this moment: its return is another change.
    }
  }
  return hash.digest("hex");
}
