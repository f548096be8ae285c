import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ownEnv } from "@workflow-api/workspace/testing";
import sirv from "sirv";
import { type Running, startSite } from "../src/server/start-site.ts";
import { copyContract, type Edit } from "./contract-copy.ts";

const build = fileURLToPath(new URL("../src/build.ts", import.meta.url));
const modules = fileURLToPath(new URL("../node_modules/", import.meta.url));

/** Serves the site that `npm run build` made, where it made it. */
export function builtSite(): Promise<Running> {
  const folder = process.env["DOCS_OUT"];
  return startSite({ port: 0, host: "127.0.0.1", ...(folder === undefined ? {} : { folder }) });
}

/**
 * Builds and serves the site of any contract; nothing of it is left once it is closed.
 * @throws {Error} with the output of the build, if it fails or warns.
 */
export async function siteOf(file: string): Promise<Running> {
  const folder = await temporaryFolder();
  await buildSiteOf(file, folder).catch(async (error: unknown) => {
    await rm(folder, { recursive: true });
    throw error;
  });
  const site = await startSite({ port: 0, host: "127.0.0.1", folder: join(folder, "dist") });
  const close = async (): Promise<void> => {
    await site.close();
    await rm(folder, { recursive: true });
  };
  return { ...site, close };
}

/**
 * Builds the site of any contract for a path of another host, whose server knows nothing of it, and serves it there.
 * @param path With a slash at either end.
 * @param env Of the build.
 * @throws {Error} with the output of the build, if it fails or warns.
 */
export async function siteBelow(path: string, file: string, env: NodeJS.ProcessEnv): Promise<Running> {
  const folder = await temporaryFolder();
  const dist = join(folder, "dist");
  await buildSiteOf(file, folder, { ...env, DOCS_BASE: path, DOCS_OUT: join(dist, path) });
  const files = sirv(dist, { onNoMatch: (_, response) => response.writeHead(404).end() });
  const server = createServer((request, response) => files(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true });
  };
  return { url: `http://127.0.0.1:${port}${path}`, close };
}

/** A folder to build a site in: inside this workspace, because what Astro builds imports from its node_modules. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(modules, ".docs-test-"));
}

/**
 * Builds a site from an edited copy of the packaged contract into a folder.
 * @throws {Error} with the output of the build, if it fails or warns.
 */
export async function buildSite(edit: Edit, folder: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  await buildSiteOf(await copyContract(folder, edit), folder, env);
}

/**
 * Builds a site from any contract into a folder.
 * @throws {Error} with the output of the build, if it fails or warns.
 */
export async function buildSiteOf(file: string, folder: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [build], {
    cwd: folder,
    env: {
      ...ownEnv(),
      CONTRACT_FILE: file,
      DOCS_OUT: join(folder, "dist"),
      DOCS_CACHE: join(folder, "cache"),
      ...env,
    },
  });
  if (stdout + stderr !== "") {
    throw new Error(`The build has something to say:\n${stdout}${stderr}`);
  }
}
