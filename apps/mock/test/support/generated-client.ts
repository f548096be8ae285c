import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** A client that was generated for a contract. */
export interface GeneratedClient {
  /** The folder of everything, to be removed. */
  readonly folder: string;
  /** The file that exports `createClient`. */
  readonly file: string;
  readonly createClient: (options: Readonly<Record<string, unknown>>) => object;
}

/** A folder inside this workspace that git and the linters leave alone, so that packages are found from it. */
export async function scratchFolder(): Promise<string> {
  const reports = join(import.meta.dirname, "..", "..", ".reports");
  await mkdir(reports, { recursive: true });
  return await mkdtemp(join(reports, "scratch-"));
}

/** Does for a contract what `npm run generate` does for ours. */
export async function generateClient(contractFile: string): Promise<GeneratedClient> {
  const folder = await scratchFolder();
  const workspace = dirname(fileURLToPath(import.meta.resolve("@workflow-api/client/package.json")));
  await cp(join(workspace, "src"), join(folder, "src"), { recursive: true });
  const args = [join(workspace, "generate", "main.ts"), "--contract", contractFile];
  await promisify(execFile)(process.execPath, [...args, "--out", join(folder, "src", "generated")]);
  const file = join(folder, "src", "index.ts");
  const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href);
  const create = exported["createClient"];
  if (typeof create !== "function") throw new Error("The generated client has no createClient.");
  return { folder, file, createClient: (options) => Reflect.apply(create, undefined, [options]) };
}
