import { execFile } from "node:child_process";
import { cp, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const source = fileURLToPath(new URL("../src", import.meta.url));
const generator = fileURLToPath(new URL("../generate/main.ts", import.meta.url));
const compiler = path.join(root, "node_modules", "typescript", "bin", "tsc");

/** A client that was generated from another contract, in a folder of its own. */
export interface GeneratedClient {
  /** The file of its entry module. */
  readonly entry: string;
  /** Its factory. */
  create(options: Readonly<Record<string, unknown>>): Readonly<Record<string, Method>>;
  /** What the compiler says of its modules and of a use of it, which imports `./src/index.ts`. */
  compile(use: string): Promise<string>;
}

type Method = (args?: Readonly<Record<string, unknown>>, options?: object) => Promise<unknown>;

/** The file of one of the contracts of these tests. */
export function contractNamed(name: string): string {
  return fileURLToPath(new URL(`contracts/${name}`, import.meta.url));
}

/** Generates a client from a contract. */
export async function generatedClient(contract: string): Promise<GeneratedClient> {
  const folder = await mkdtemp(path.join(tmpdir(), "generated-client-"));
  await cp(source, path.join(folder, "src"), { recursive: true });
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  const config = { extends: path.join(root, "tsconfig.json"), include: ["src", "use.ts"] };
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(config));
  await run(process.execPath, [
    generator,
    "--contract",
    contract,
    "--out",
    path.join(folder, "src/generated"),
  ]);
  const entry = path.join(folder, "src/index.ts");
  const { createClient } = await import(pathToFileURL(entry).href);
  return {
    entry,
    create: createClient,
    compile: async (use) => {
      await writeFile(path.join(folder, "use.ts"), use);
      const { stdout } = await run(process.execPath, [compiler, "-p", folder]).catch(
        (error: { stdout: string }) => error,
      );
      return stdout;
    },
  };
}
