import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { parse, serialize } from "parse5";
import { compress } from "./compress.ts";
import { finishPage } from "./finish-page.ts";
import { markdownTwin } from "./markdown-twin.ts";

/** Once the site is written: a policy in every page, a Markdown twin of each, and compressed twins of all text. */
export function afterBuild(): AstroIntegration {
  return {
    name: "after-build",
    hooks: {
      "astro:build:done": async ({ dir }) => {
        const root = fileURLToPath(dir);
        const files = await filesIn(root);
        await Promise.all(files.filter((file) => file.endsWith(".html")).map(finishFile));
        await compress(await filesIn(root));
      },
    },
  };
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).map((file) => join(folder, file));
}

async function finishFile(file: string): Promise<void> {
  const page = parse(await readFile(file, "utf8"));
  // First: its readers need nothing of what is added to the page.
  if (file.endsWith("index.html")) {
    await writeFile(file.replace(/html$/, "md"), markdownTwin(page));
  }
  finishPage(page);
  await writeFile(file, serialize(page));
}
