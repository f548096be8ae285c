// A registry on loopback that holds the packages of this repository, as packed.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { listenOnFreePort } from "@workflow-api/workspace/testing";

/** A registry that answers until it is closed. */
export interface Registry {
  /** The lines of a `.npmrc` by which npm asks this registry for the packages that it holds. */
  readonly npmrc: string;
  close(): void;
}

/**
 * Starts a registry: one JSON document and one file for each package. Every other package npm asks
 * for where it usually does.
 *
 * @param folder - Where the tarballs are.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const files = globSync("*.tgz", { cwd: folder });
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    const file = files.find((each) => each === basename(path));
    if (file !== undefined) return response.end(readFileSync(join(folder, file)));
    const document = documents.get(path);
    response.statusCode = document === undefined ? 404 : 200;
    return response.end(JSON.stringify(document ?? {}));
  });
  const url = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  const documents = new Map(
    files.map((file) => {
      const manifest = manifestIn(join(folder, file));
      const integrity = createHash("sha512").update(readFileSync(join(folder, file)));
      const dist = { tarball: `${url}/${file}`, integrity: `sha512-${integrity.digest("base64")}` };
      const { name, version } = manifest;
      const versions = { [version]: { ...manifest, dist } };
      return [name, { name, "dist-tags": { latest: version }, versions }];
    }),
  );
  return {
    npmrc: `@workflow-api:registry=${url}/\n`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function manifestIn(tarball: string): { readonly name: string; readonly version: string } {
  return JSON.parse(
    execFileSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" }),
  );
}
