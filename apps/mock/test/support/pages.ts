import { copyFile, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@workflow-api/workspace/browser";
import axe from "axe-core";
import { context } from "esbuild";

const html = `<!doctype html><title>Page</title><link rel="icon" href="data:,">
<script type="module" src="/msw-page.js"></script>`;

/**
 * A site of another origin than the mock's, with a page that starts MSW when a test asks for it.
 */
export interface Site {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the site. */
export async function startSite(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), "site-"));
  const worker = new URL(import.meta.resolve("msw/mockServiceWorker.js"));
  await copyFile(worker, join(folder, "mockServiceWorker.js"));
  await writeFile(join(folder, "index.html"), html);
  const site = await context({
    entryPoints: [fileURLToPath(new URL("msw-page.ts", import.meta.url))],
    outdir: folder,
    bundle: true,
    format: "esm",
    target: "es2023",
    logLevel: "error",
  });
  const { port } = await site.serve({ servedir: folder, host: "127.0.0.1", port: 0 });
  return { url: `http://localhost:${port}/`, close: () => site.dispose() };
}

/** What axe-core finds on a page, as texts: the rule, and the elements that break it. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations }: axe.AxeResults = await page.evaluate("axe.run()");
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html: each }) => each).join()}`);
}
