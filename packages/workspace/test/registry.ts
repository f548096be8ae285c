import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { basename, join } from "node:path";
import { json } from "node:stream/consumers";
import { listenOnFreePort, runCommand } from "@workflow-api/workspace/testing";
import type { Manifest } from "../src/manifests/workspaces.ts";
import { root } from "../src/turbo.ts";

/** A registry on loopback for the packages of this repository. */
export interface Registry {
  /** The lines by which npm asks it for them. Other packages come from where they usually do. */
  readonly npmrc: string;
  /** The names and versions of the packages that were published to it. */
  published(): string[];
  /** How often npm has published to it. */
  uploads(): number;
  close(): void;
}

/** What npm sends to publish a package, and gets when it asks for it. */
interface PackageDocument {
  readonly name: string;
  readonly "dist-tags": Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, object>>;
  /** The tarballs by their names, in base64. */
  readonly _attachments?: Readonly<Record<string, { readonly data: string }>>;
}

/** Starts an empty registry, to which npm can publish. */
export async function startRegistry(): Promise<Registry & { add(tarball: string): void }> {
  const documents = new Map<string, PackageDocument>();
  const tarballs = new Map<string, Buffer>();
  let uploads = 0;
  const server = createServer((request, response) => void answer(request, response));
  const host = `127.0.0.1:${await listenOnFreePort(server)}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = decodeURIComponent((request.url ?? "").slice(1));
    if (request.method === "PUT") {
      const document: unknown = await json(request);
      if (isDocument(document)) store(document);
      uploads++;
      response.end("{}");
      return;
    }
    const document = documents.get(name);
    const found = document === undefined ? tarballs.get(basename(name)) : JSON.stringify(document);
    response.writeHead(found === undefined ? 404 : 200).end(found ?? "{}");
  }

  function store({ _attachments = {}, ...document }: PackageDocument): void {
    for (const [name, { data }] of Object.entries(_attachments))
      tarballs.set(basename(name), Buffer.from(data, "base64"));
    documents.set(document.name, document);
  }

  function add(tarball: string): void {
    const content = readFileSync(tarball);
    const text = execFileSync("tar", ["-xzOf", tarball, "package/package.json"]).toString();
    const manifest: Manifest = JSON.parse(text);
    const { name, version } = manifest;
    const integrity = `sha512-${createHash("sha512").update(content).digest("base64")}`;
    const dist = { tarball: `http://${host}/${basename(tarball)}`, integrity };
    tarballs.set(basename(tarball), content);
    const versions = { [version]: { ...manifest, dist } };
    documents.set(name, { name, "dist-tags": { latest: version }, versions });
  }

  return {
    npmrc: `@workflow-api:registry=http://${host}/\n//${host}/:_authToken=token\n`,
    published: () =>
      [...documents.values()].flatMap(({ name, versions }) =>
        Object.keys(versions).map((version) => `${name}@${version}`),
      ),
    uploads: () => uploads,
    add,
    close: () => server.close(),
  };
}

function isDocument(value: unknown): value is PackageDocument {
  return typeof value === "object" && value !== null && "name" in value && "versions" in value;
}

/**
 * Packs the packages of this repository, and serves them as if they were published.
 *
 * @param folder - The tarballs go into a folder of it.
 * @throws {Error} They cannot be packed; the message says why.
 */
export async function startRegistryOfPackages(
  folder: string,
): Promise<Registry & { readonly tarballs: string }> {
  const tarballs = join(folder, "tarballs");
  const packed = runCommand(root, "npm", "run", "pack", "--", tarballs);
  if ((await packed.exit) !== 0) throw new Error(packed.output());
  const registry = await startRegistry();
  for (const file of globSync("*.tgz", { cwd: tarballs })) registry.add(join(tarballs, file));
  return { ...registry, tarballs };
}
