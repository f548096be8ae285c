import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { loadContract } from "@workflow-api/contract";
import { withOperations } from "@workflow-api/openapi/fixtures";

/**
 * Writes the contract, with all the files that it consists of, and the operations of a fragment added to its root file.
 *
 * @returns The root file.
 */
export async function extendedContract(fragment: string, original?: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "extended-contract-"));
  const { file: root, files } = await loadContract(original);
  const copyOf = (file: string): string => path.join(folder, path.relative(path.dirname(root), file));
  for (const file of files) {
    await mkdir(path.dirname(copyOf(file)), { recursive: true });
    const text = await readFile(file, "utf8");
    await writeFile(copyOf(file), file === root ? withOperations(text, fragment) : text);
  }
  return copyOf(root);
}
