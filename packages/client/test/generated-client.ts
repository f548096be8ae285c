import { execFile } from "node:child_process";
import { mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { readContract } from "@workflow-api/contract";
import type { JsonObject } from "@workflow-api/contract/json";
import { generateModules } from "../generate/modules.ts";
import { buildClient } from "../src/client.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const source = fileURLToPath(new URL("../src", import.meta.url));

/** A client by its operations, without types. */
export type AnyClient = Readonly<
  Record<string, (...args: readonly unknown[]) => Promise<unknown>>
> & {
  readonly safe: Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
};

/** The client of a contract, in a folder of its own. */
export interface GeneratedClient {
  readonly folder: string;
  create(options: object): AnyClient;
  /** What the compiler says of a program that uses `createClient`. The empty string: nothing. */
  compile(program: string): Promise<string>;
}

/** Generates the client of a contract. */
export async function generateClient(document: JsonObject): Promise<GeneratedClient> {
  const folder = await mkdtemp(path.join(tmpdir(), "client-"));
  const core = path.relative(folder, source);
  for (const [name, text] of Object.entries(await generateModules(readContract(document), core)))
    await writeFile(path.join(folder, name), text);
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const { contract } = await import(path.join(folder, "contract.ts"));
  const operations = await import(path.join(folder, "operations.ts"));
  return {
    folder,
    create: (options) => buildClient(options, operations, contract),
    compile: (program) => compileIn(folder, core, program),
  };
}

async function compileIn(folder: string, core: string, program: string): Promise<string> {
  const text = `import type { CreateClient } from "${core}/client.ts";
import type { Contract } from "./contract.ts";
import type * as operations from "./operations.ts";
declare const createClient: CreateClient<Contract>;
${program}
export { createClient, type operations };
`;
  const settings = { extends: path.join(root, "tsconfig.json") };
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  return await printedOf(folder, text, settings, [process.execPath, compiler]);
}

/** What a compiler prints of a program that stands in a folder. The empty string: nothing. */
export async function printedOf(
  folder: string,
  program: string,
  settings: object,
  [command = "", ...args]: readonly string[],
): Promise<string> {
  await writeFile(path.join(folder, "use.ts"), program);
  const text = JSON.stringify({ ...settings, files: ["use.ts"] });
  await writeFile(path.join(folder, "tsconfig.json"), text);
  const compiled = run(command, [...args, "-p", folder], { cwd: folder });
  const { stdout } = await compiled.catch(({ stdout, message }) => ({ stdout: stdout || message }));
  return stdout;
}
