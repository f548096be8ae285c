import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const own = fileURLToPath(new URL("..", import.meta.url));

/** What a program is compiled for. */
export const platforms = {
  "a browser": { lib: ["es2022", "dom", "dom.iterable"], types: [] },
  Node: { lib: ["es2022"], types: ["node"] },
} as const;

/** The compilers that are installed: those of openapi-typescript and of this repository. */
export const installedCompilers: readonly string[] = [
  path.join(root, "packages/types/node_modules/typescript/bin/tsc"),
  path.join(root, "node_modules/typescript/bin/tsc"),
];

/** A folder that has the packed package, as a consumer has it. */
export interface Consumer {
  readonly tarball: string;
  /** What a compiler says of a program that uses the package, under the strictest settings. */
  compile(compiler: readonly string[], platform: keyof typeof platforms): Promise<string>;
  remove(): Promise<void>;
}

/** Packs the package, and puts it where a consumer has it. */
export async function packedConsumer(): Promise<Consumer> {
  const folder = await mkdtemp(path.join(tmpdir(), "consumer-"));
  const modules = path.join(folder, "node_modules");
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: own });
  const tarball = path.join(folder, JSON.parse(stdout)[0].filename);
  await mkdir(path.join(modules, "@workflow-api"), { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", folder]);
  await rename(path.join(folder, "package"), path.join(modules, "@workflow-api/client"));
  for (const name of ["@types", "undici-types"]) {
    await symlink(path.join(root, "node_modules", name), path.join(modules, name));
  }
  await mkdir(path.join(modules, "companion"));
  await writeFile(path.join(modules, "companion/package.json"), COMPANION_MANIFEST);
  await writeFile(path.join(modules, "companion/index.d.ts"), COMPANION);
  // As with pnpm: what a package depends on is found by itself alone.
  for (const owner of ["@workflow-api/client", "companion"]) {
    await mkdir(path.join(modules, owner, "node_modules"));
    for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
      await symlink(path.join(root, "node_modules", name), path.join(modules, owner, "node_modules", name));
    }
  }
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(path.join(folder, "use.ts"), USE);
  return {
    tarball,
    compile: async ([program = "", ...args], platform) => {
      const compilerOptions = { ...STRICTEST, ...platforms[platform] };
      await writeFile(
        path.join(folder, "tsconfig.json"),
        JSON.stringify({ compilerOptions, files: ["use.ts"] }),
      );
      const compiled = run(program, [...args, "-p", folder]);
      const failed = ({ stdout, message }: { stdout: string; message: string }): { stdout: string } => ({
        stdout: stdout || message,
      });
      return (await compiled.catch(failed)).stdout;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

const STRICTEST = {
  // A library's own declarations name the types of what it exports.
  declaration: true,
  emitDeclarationOnly: true,
  outDir: "declarations",
  strict: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  verbatimModuleSyntax: true,
  module: "nodenext",
  target: "es2022",
};

const COMPANION_MANIFEST = '{ "name": "companion", "type": "module", "exports": "./index.js" }';

// As openapi-react-query and others.
const COMPANION = `
import type { Client } from "openapi-fetch";
export interface Companion<Paths extends {}> { call(client: Client<Paths>): void }
export declare function companionOf<Paths extends {}>(client: Client<Paths>): Companion<Paths>;
`;

const USE = `
import { ApiError, createClient, createMethods, isStatusError, NotFoundError } from "@workflow-api/client";
import { wire } from "@workflow-api/client/wire";
import { companionOf } from "companion";

const base = { baseUrl: "http://127.0.0.1:9", domain: "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30" };
const api = createClient({ ...base, auth: { apiKey: "key", apiSecret: "secret" } });
export async function use(): Promise<string | undefined> {
  try {
    const { data } = await api.getVariablesCage({ id: "1", include: ["author"] });
    // @ts-expect-error it was not asked for
    data.relationships.client;
    const raw = await api.raw.GET("/data_dictionary/variables_cages/{id}", { params: { path: { id: "1" } } });
    return data.relationships.author.data.attributes.email + raw.data?.data.id;
  } catch (error) {
    if (isStatusError("resetSmartContractInstance", error) && error.status === 404) return error.body.title;
    return error instanceof NotFoundError ? error.message : undefined;
  }
}
// @ts-expect-error half a pair
createClient({ ...base, auth: { apiKey: "key" } });
const methods = createMethods({ ...base, auth: { bearer: async () => "token" } });
(await methods.safe.resetSmartContractInstance(Object())).data?.acknowledge satisfies boolean | undefined;
// @ts-expect-error it takes no bearer token
methods.getVariablesCage;
// @ts-expect-error it is not among the methods alone
methods.raw;
export const result = (id: string) => api.safe.getVariablesCage({ id, include: ["values"] });
export const reset = methods.safe.resetSmartContractInstance;
export const raw = companionOf(api.raw);
export const { GET, request } = api.raw;
export const plain = (id: string) =>
  api.raw.GET("/data_dictionary/variables_cages/{id}", { params: { path: { id } } });
export const narrowed = (error: unknown) =>
  isStatusError("resetSmartContractInstance", error) || error instanceof ApiError ? error : undefined;
wire["getVariablesCage"]?.path satisfies string | undefined;
`;
