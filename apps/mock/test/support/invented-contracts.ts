import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const folder = join(import.meta.dirname, "..", "contracts");

/** Contracts of other services, to see that nothing is tuned to ours. */
export function invented(): { readonly name: string; readonly file: string }[] {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? join(entry.name, "openapi.yaml") : entry.name))
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => ({ name: `the invented ${nameOf(file)}`, file: join(folder, file) }));
}

/** A contract of several files is named by its folder. */
function nameOf(file: string): string {
  return dirname(file) === "." ? basename(file, ".yaml") : dirname(file);
}
