import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Running, startSite } from "../src/server/start-site.ts";

const build = new URL("../src/build.ts", import.meta.url).pathname;

/** Serves the site that `npm run build` made. */
export function builtSite(): Promise<Running> {
  return startSite({ port: 0, host: "127.0.0.1" });
}

/** A site built from another contract into a folder of its own, and served. Closing it removes the folder. */
export async function siteOf(contractText: string): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), "docs-test-"));
  await buildSite(contractText, folder);
  const site = await startSite({ port: 0, host: "127.0.0.1", folder: join(folder, "dist") });
  return {
    url: site.url,
    close: async () => {
      await site.close();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Builds a site from a contract into a folder.
 * @throws {Error} with the output of the build, if it fails.
 */
export async function buildSite(contractText: string, folder: string): Promise<void> {
  const file = join(folder, "openapi.yaml");
  await mkdir(folder, { recursive: true });
  await writeFile(file, contractText);
  await promisify(execFile)(process.execPath, [build], {
    env: {
      ...process.env,
      CONTRACT_FILE: file,
      DOCS_OUT: join(folder, "dist"),
      DOCS_CACHE: join(folder, "cache"),
    },
  });
}
