import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { close, createIndex, type IndexFile } from "pagefind";

// What Pagefind brings for those who have no panel of their own.
const unused = /^pagefind-.*(?:ui|highlight)\.(?:js|css)$/;

/** Whose words say what they do rather than what the page is about. */
const controls = ["button"];

/**
 * Writes the index of the search. Starlight's own integration lets Pagefind write it, which says that it is done
 * before its files are whole, and is then ended (https://github.com/Pagefind/pagefind/issues/1271).
 *
 * @throws Error with Pagefind's words, when it cannot read the site.
 */
export function searchIndex(): AstroIntegration {
  return {
    name: "search-index",
    hooks: {
      "astro:build:done": async ({ dir }) => {
        const site = fileURLToPath(dir);
        try {
          const files = await indexOf(site);
          await Promise.all(
            files.map(({ path, content }) => writeWhole(join(site, "pagefind", path), content)),
          );
        } finally {
          await close();
        }
      },
    },
  };
}

async function indexOf(site: string): Promise<readonly IndexFile[]> {
  const { index, errors } = await createIndex({ excludeSelectors: controls });
  if (index === undefined) throw new Error(errors.join("\n"));
  refuse((await index.addDirectory({ path: site })).errors);
  const made = await index.getFiles();
  refuse(made.errors);
  return made.files.filter(({ path }) => !unused.test(path));
}

function refuse(errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`Pagefind could not index the site: ${errors.join("; ")}`);
}

async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
