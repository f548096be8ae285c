import { execFile } from "node:child_process";
import { cp, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type JsonObject, readContract } from "@workflow-api/contract";
import { generateModules } from "../generate/contract-module.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The client of another contract, in a folder of its own. */
export interface GeneratedClient {
  readonly folder: string;
  /** Imports a module of its source. */
  load<Module>(file: string): Promise<Module>;
  /** What the compiler says of a program beside its source. The empty string: nothing. */
  compile(program: string): Promise<string>;
}

/** Generates the client of a contract. */
export async function generateClient(document: JsonObject): Promise<GeneratedClient> {
  const folder = await mkdtemp(path.join(tmpdir(), "client-"));
  await cp(fileURLToPath(new URL("../src", import.meta.url)), path.join(folder, "src"), {
    recursive: true,
  });
  for (const [name, text] of Object.entries(await generateModules(readContract(document))))
    await writeFile(path.join(folder, "src/generated", name), text);
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return {
    folder,
    load: (file) => import(path.join(folder, "src", file)),
    compile: async (program) => {
      await writeFile(path.join(folder, "use.ts"), program);
      await writeFile(
        path.join(folder, "tsconfig.json"),
        JSON.stringify({ extends: path.join(root, "tsconfig.json"), files: ["use.ts"] }),
      );
      const compiler = path.join(root, "node_modules/typescript/bin/tsc");
      const compiled = run(process.execPath, [compiler, "-p", folder]);
      return (await compiled.catch(({ stdout }: { stdout: string }) => ({ stdout }))).stdout;
    },
  };
}
