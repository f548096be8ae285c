import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { contractFile, loadContract } from "@workflow-api/contract";

const { file: root, files } = await loadContract(contractFile());

/** Changes the text of a file of the contract, of which there may be several. */
export type Edit = (text: string, isRoot: boolean) => string;

/**
 * Writes a copy of the packaged contract, each of its files edited. Each is replaced as a whole, as an editor or the
 * repository's own `npm run dev` does: there is never a moment with half a file.
 * @returns The root file.
 */
export async function copyContract(folder: string, edit: Edit = (text) => text): Promise<string> {
  // The root last: whoever watches it then finds its parts in place.
  for (const file of files.toReversed()) {
    const copy = join(folder, relative(dirname(root), file));
    await mkdir(dirname(copy), { recursive: true });
    await writeFile(`${copy}.new`, edit(await readFile(file, "utf8"), file === root));
    await rename(`${copy}.new`, copy);
  }
  return join(folder, basename(root));
}
