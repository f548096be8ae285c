import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { filesBelow } from "../src/generate/write-files.ts";

/** The files that two folders do not have in common byte for byte. */
export async function differingFiles(one: string, other: string): Promise<string[]> {
  const names = new Set([...(await filesBelow(one)), ...(await filesBelow(other))]);
  const differing = await Promise.all(
    [...names].map(async (name) => {
      const [first, second] = await Promise.all(
        [one, other].map((folder) => readFile(join(folder, name)).catch(() => undefined)),
      );
      return first !== undefined && second !== undefined && first.equals(second) ? [] : [name];
    }),
  );
  return differing.flat().toSorted();
}
