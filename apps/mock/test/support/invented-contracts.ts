import { readdirSync } from "node:fs";
import { basename, join } from "node:path";

const folder = join(import.meta.dirname, "..", "contracts");

/** Contracts of other services, to see that nothing is tuned to ours. */
export function invented(): { readonly name: string; readonly file: string }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => ({ name: `the invented ${basename(file, ".yaml")}`, file: join(folder, file) }));
}
