import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { compress } from "./compress.ts";
import { secure } from "./content-security.ts";

/** Once the site is written: a Content Security Policy in every page, and compressed twins of every text file. */
export function afterBuild(): AstroIntegration {
  return {
    name: "after-build",
    hooks: {
      "astro:build:done": async ({ dir }) => {
        const root = fileURLToPath(dir);
        const files = (await readdir(root, { recursive: true })).map((file) => join(root, file));
        await Promise.all(files.filter((file) => file.endsWith(".html")).map(secureFile));
        await compress(files);
      },
    },
  };
}

async function secureFile(file: string): Promise<void> {
  await writeFile(file, secure(await readFile(file, "utf8")));
}
