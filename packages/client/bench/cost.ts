import { execFile } from "node:child_process";
import { mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { getVariablesCage, resetSmartContractInstance } from "../src/operations.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const own = fileURLToPath(new URL("..", import.meta.url));
const INSTANCE =
  '{ flowInstanceId: "1", containerInstanceId: "2", processInstanceId: "3", taskInstanceId: "4" }';
const options = `{
  baseUrl: location.origin,
  domain: "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
  auth: { apiKey: "key", apiSecret: "secret" },
}`;

/** Applications that call both operations, and one that calls one and names it. */
const applications = {
  methods: `
import { createClient } from "./src/index.ts";
const api = createClient(${options});
await api.resetSmartContractInstance(${INSTANCE});
await api.getVariablesCage({ id: "1", include: ["author"] });
`,
  "one operation": `
import { createClient, getVariablesCage } from "./src/operations.ts";
const api = createClient(${options}, { getVariablesCage });
await api.getVariablesCage({ id: "1", include: ["author"] });
`,
  "openapi-fetch": `
import { createFetchClient } from "./src/openapi-fetch.ts";
const api = createFetchClient(${options});
await api.POST("${resetSmartContractInstance.path}", { params: { path: ${INSTANCE} } });
const params = { path: { id: "1" }, query: { include: ["author"] } };
await api.GET("${getVariablesCage.path}", { params });
`,
};

/**
 * An application with all that it imports, minified, and its size in bytes, `gzipped` by level 9.
 *
 * @param folder - That of the client. Default: this package.
 */
export async function bundle(
  application: keyof typeof applications,
  folder: string = own,
): Promise<{ readonly text: string; readonly minified: number; readonly gzipped: number }> {
  const { outputFiles } = await build({
    stdin: { contents: applications[application], resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    write: false,
  });
  const { text = "", contents = new Uint8Array() } = outputFiles[0] ?? {};
  return { text, minified: contents.length, gzipped: gzipSync(contents, { level: 9 }).length };
}

const lists = ['["author"]', '["author", "client"]', "[]", '["values"]'];

/**
 * How many types TypeScript 5.9 instantiates for a program with this many calls of the built
 * package.
 */
export async function instantiationsOf(calls: number): Promise<number> {
  const pairs = Array.from({ length: calls / 2 }, (_, index) => {
    const include = lists[index % lists.length];
    return `
const reset${index} = await api.resetSmartContractInstance(${INSTANCE});
const cage${index} = await api.getVariablesCage({ id: "1", include: ${include} });
const data${index} = cage${index}.data;
console.log(reset${index}.acknowledge, data${index}.attributes.name, data${index}.relationships);`;
  });
  const report = await compile(pairs.join(""), "--extendedDiagnostics");
  return Number(/^Instantiations:\s+(\d+)$/m.exec(report)?.[1]);
}

/**
 * What TypeScript 5.9 prints of a program that uses the built package by `api`, a client that has
 * the key pair.
 */
export async function compile(program: string, ...flags: readonly string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "type-cost-"));
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  const text = `import { createClient } from "@workflow-api/client";
const auth = { apiKey: "k", apiSecret: "s" };
const api = createClient({ baseUrl: "http://a.test", domain: "d", auth });
${program}
export {};
`;
  const lib = ["es2022", "dom"];
  const compilerOptions = { strict: true, target: "es2022", lib, module: "nodenext", types: [] };
  const compiler = path.join(root, "packages/types/node_modules/typescript/bin/tsc");
  const command = [process.execPath, compiler, "--noEmit", "--skipLibCheck", ...flags];
  return printedOf(folder, text, { compilerOptions }, command);
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
