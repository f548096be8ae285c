import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** A client that was generated for a contract. */
export interface GeneratedClient {
  /** The folder of everything: `src/index.ts` exports `createClient`. */
  readonly folder: string;
  readonly createClient: (options: Readonly<Record<string, unknown>>) => object;
}

/** A folder inside this workspace that git and the linters leave alone, so that packages are found from it. */
export async function scratchFolder(): Promise<string> {
  const reports = join(import.meta.dirname, "..", "..", ".reports");
  await mkdir(reports, { recursive: true });
  return await mkdtemp(join(reports, "scratch-"));
}

const generated = new Map<string, Promise<GeneratedClient>>();

/** Does for a contract what `npm run generate` does for ours, once for all tests that share a process. */
export function generateClient(contractFile: string): Promise<GeneratedClient> {
  const client = generated.get(contractFile) ?? generate(contractFile);
  generated.set(contractFile, client);
  return client;
}

async function generate(contractFile: string): Promise<GeneratedClient> {
  const folder = await mkdtemp(join(tmpdir(), "client-"));
  const workspace = dirname(fileURLToPath(import.meta.resolve("@workflow-api/client/package.json")));
  await cp(join(workspace, "src"), join(folder, "src"), { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  // What the client imports is found from there.
  await symlink(join(workspace, "..", "..", "node_modules"), join(folder, "node_modules"), "junction");
  const args = [join(workspace, "generate", "main.ts"), "--contract", contractFile];
  await promisify(execFile)(process.execPath, [...args, "--out", join(folder, "src", "generated")]);
  const file = join(folder, "src", "index.ts");
  const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href);
  const create = exported["createClient"];
  if (typeof create !== "function") throw new Error("The generated client has no createClient.");
  return { folder, createClient: (options) => Reflect.apply(create, undefined, [options]) };
}
