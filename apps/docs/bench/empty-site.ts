import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import starlight from "@astrojs/starlight";
import { build } from "astro";
import { compress } from "../src/build/compress.ts";
import { type Running, startSite } from "../src/server/start-site.ts";

const files = {
  "src/content.config.ts": `
    import { docsLoader } from "@astrojs/starlight/loaders";
    import { docsSchema } from "@astrojs/starlight/schema";
    import { defineCollection } from "astro:content";
    export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };`,
  "src/content/docs/index.md": "---\ntitle: An empty page\n---\n\nIt holds nothing.\n",
};

/** Builds and serves a page of Starlight as it comes, with nothing on it: what the pages are compared with. */
export async function startEmptySite(): Promise<Running> {
  // Inside this workspace, because what Astro builds imports from its node_modules.
  const root = await mkdtemp(fileURLToPath(new URL("../node_modules/.bench-", import.meta.url)));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  await build({ root, configFile: false, logLevel: "error", integrations: [starlight({ title: "Empty" })] });
  const folder = join(root, "dist");
  await compress((await readdir(folder, { recursive: true })).map((file) => join(folder, file)));
  const site = await startSite({ port: 0, host: "127.0.0.1", folder });
  return {
    url: site.url,
    close: async () => {
      await site.close();
      await rm(root, { recursive: true });
    },
  };
}
