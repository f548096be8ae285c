import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { listenOnFreePort, runCommand } from "@workflow-api/workspace/testing";
import type { Manifest } from "../src/packages.ts";
import { root } from "../src/turbo.ts";

/** A registry on loopback that has the packages of this repository, as they would be published. */
export interface Registry {
  /** The folder of the tarballs. */
  readonly tarballs: string;
  /** The line by which npm asks it for them. Other packages come from where they usually do. */
  readonly npmrc: string;
  close(): void;
}

/**
 * Packs the packages and serves them: one JSON document and one file for each.
 *
 * @param folder - The tarballs go into a folder of it.
 * @throws {Error} They cannot be packed; the message says why.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const tarballs = join(folder, "tarballs");
  const packed = runCommand(root, "npm", "run", "pack", "--", tarballs);
  if ((await packed.exit) !== 0) throw new Error(packed.output());
  const server = createServer();
  const url = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  const responses = new Map<string, string | Buffer>();
  for (const file of globSync("*.tgz", { cwd: tarballs })) {
    const path = join(tarballs, file);
    const content = readFileSync(path);
    const text = execFileSync("tar", ["-xzOf", path, "package/package.json"]).toString();
    const manifest: Manifest = JSON.parse(text);
    const { name, version } = manifest;
    const integrity = `sha512-${createHash("sha512").update(content).digest("base64")}`;
    const versions = { [version]: { ...manifest, dist: { tarball: `${url}/${file}`, integrity } } };
    responses.set(`/${file}`, content);
    responses.set(`/${name}`, JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
  }
  server.on("request", (request, response) => {
    const found = responses.get(decodeURIComponent(request.url ?? ""));
    response.writeHead(found === undefined ? 404 : 200).end(found ?? "{}");
  });
  return { tarballs, npmrc: `@workflow-api:registry=${url}/\n`, close: () => server.close() };
}
