import { cp, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type JsonObject, readContract } from "@workflow-api/contract";
import { printedOf } from "../bench/cost.ts";
import { generateModules } from "../generate/contract-module.ts";

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
  for (const [name, text] of Object.entries(generateModules(readContract(document))))
    await writeFile(path.join(folder, "src/generated", name), text);
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return {
    folder,
    load: (file) => import(path.join(folder, "src", file)),
    compile: (program) => {
      const compiler = path.join(root, "node_modules/typescript/bin/tsc");
      const settings = { extends: path.join(root, "tsconfig.json") };
      return printedOf(folder, program, settings, [process.execPath, compiler]);
    },
  };
}
