import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Makes a folder hold these files and no others, by their paths below it with `/` between the names.
 * A file that is already as it should be is not touched.
 */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const stale = (await filesBelow(folder)).filter((path) => !files.has(path));
  await Promise.all(stale.map((path) => rm(join(folder, path))));
  await Promise.all([...files].map(([path, text]) => writeChanged(join(folder, path), text)));
}

/** The paths of all files below a folder, with `/` between the names. No folder: none. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length).replaceAll("\\", "/"))
    .toSorted();
}

async function writeChanged(file: string, text: string): Promise<void> {
  const present = await readFile(file, "utf8").catch(() => undefined);
  if (present !== text) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
