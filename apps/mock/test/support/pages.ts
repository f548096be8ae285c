import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import type { Page } from "@workflow-api/workspace/browser";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import axe from "axe-core";
import { build } from "esbuild";

/**
 * A site of another origin than the mock's, with a page that starts MSW when a test asks for it.
 */
export interface Site {
  readonly url: string;
  close(): void;
}

/** Starts the site. */
export async function startSite(): Promise<Site> {
  const script = await bundle(new URL("msw-page.ts", import.meta.url));
  const worker = readFileSync(new URL(import.meta.resolve("msw/mockServiceWorker.js")), "utf8");
  const files: Readonly<Record<string, readonly [mediaType: string, text: string]>> = {
    "/": [
      "text/html",
      '<!doctype html><title>Page</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
    ],
    "/page.js": ["text/javascript", script],
    "/mockServiceWorker.js": ["text/javascript", worker],
  };
  const server = createServer(({ url = "/" }, response) => {
    const [mediaType, text] = files[url] ?? ["text/plain", ""];
    response.writeHead(url in files ? 200 : 404, { "content-type": mediaType }).end(text);
  });
  const port = await listenOnFreePort(server);
  return {
    url: `http://localhost:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bundle(script: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(script)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2023",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** What axe-core finds on a page, as texts: the rule, and the elements that break it. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const results: axe.AxeResults = await page.evaluate("axe.run(document)");
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
  );
}
