import { copyFile, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@workflow-api/workspace/browser";
import axe from "axe-core";
import { build, preview } from "vite";

const html = `<!doctype html><title>Page</title><link rel="icon" href="data:,">
<script type="module" src="/msw-page.js"></script>`;

/**
 * A site of another origin than the mock's, with a page that starts MSW when a test asks for it. It
 * is built as a front end is.
 */
export interface Site {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds and starts the site. */
export async function startSite(): Promise<Site> {
  const outDir = await mkdtemp(join(tmpdir(), "site-"));
  const worker = new URL(import.meta.resolve("msw/mockServiceWorker.js"));
  await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(new URL(".", import.meta.url)),
    build: {
      outDir,
      rolldownOptions: {
        input: fileURLToPath(new URL("msw-page.ts", import.meta.url)),
        output: { entryFileNames: "[name].js" },
      },
    },
  });
  await copyFile(worker, join(outDir, "mockServiceWorker.js"));
  await writeFile(join(outDir, "index.html"), html);
  const site = await preview({
    configFile: false,
    logLevel: "error",
    root: outDir,
    build: { outDir },
    preview: { host: "127.0.0.1", port: 0 },
  });
  const address = site.httpServer.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `http://localhost:${port}/`, close: () => site.close() };
}

/** What axe-core finds on a page, as texts: the rule, and the elements that break it. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations }: axe.AxeResults = await page.evaluate("axe.run()");
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html: each }) => each).join()}`);
}
