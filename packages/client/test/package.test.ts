import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const own = fileURLToPath(new URL("..", import.meta.url));

let folder = "";
let tarball = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "package-"));
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: own });
  tarball = path.join(folder, JSON.parse(stdout)[0].filename);
  await install();
});
afterAll(() => rm(folder, { recursive: true }));

test("the package has one runtime dependency", async () => {
  const { dependencies, peerDependencies } = JSON.parse(
    await readFile(path.join(own, "package.json"), "utf8"),
  );
  expect({ dependencies: Object.keys(dependencies), peerDependencies }).toEqual({
    dependencies: ["openapi-fetch"],
  });
});

test("publint finds nothing", async () => {
  const manifest = JSON.parse(await readFile(path.join(own, "package.json"), "utf8"));
  const { messages } = await publint({ pkgDir: own, strict: true });
  expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
});

test("are the types wrong? No", async () => {
  const attw = path.join(root, "node_modules/.bin/attw");
  // It is an ES module: what CommonJS and Node 10 make of it does not matter.
  await expect(run(attw, [tarball, "--profile", "esm-only", "--quiet"])).resolves.toMatchObject({
    stderr: "",
  });
});

describe("the packed package compiles under the strictest settings", () => {
  const platforms = [
    { platform: "a browser", lib: ["es2022", "dom", "dom.iterable"], types: [] },
    { platform: "Node", lib: ["es2022"], types: ["node"] },
  ];
  const compilers = ["packages/types/node_modules/typescript/bin/tsc", "node_modules/typescript/bin/tsc"];
  test.each(platforms.flatMap((each) => compilers.map((compiler) => ({ ...each, compiler }))))(
    "for $platform with $compiler",
    async ({ lib, types, compiler }) => {
      const compilerOptions = {
        noEmit: true,
        strict: true,
        exactOptionalPropertyTypes: true,
        noImplicitOverride: true,
        noPropertyAccessFromIndexSignature: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        verbatimModuleSyntax: true,
        module: "nodenext",
        target: "es2022",
        lib,
        types,
      };
      await writeFile(
        path.join(folder, "tsconfig.json"),
        JSON.stringify({ compilerOptions, files: ["use.ts"] }),
      );
      const compiled = run(process.execPath, [path.join(root, compiler), "-p", folder]);
      expect(await compiled.catch(({ stdout }: { stdout: string }) => ({ stdout }))).toMatchObject({
        stdout: "",
      });
    },
  );
});

/** Puts the packed package and a file that uses it where a consumer has them. */
async function install(): Promise<void> {
  const modules = path.join(folder, "node_modules");
  await mkdir(path.join(modules, "@workflow-api"), { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", folder]);
  await rename(path.join(folder, "package"), path.join(modules, "@workflow-api/client"));
  for (const name of ["openapi-fetch", "openapi-typescript-helpers", "@types", "undici-types"]) {
    await symlink(path.join(root, "node_modules", name), path.join(modules, name));
  }
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(path.join(folder, "use.ts"), USE);
}

const USE = `
import { createClient, isStatusError, NotFoundError } from "@workflow-api/client";

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
    return error instanceof NotFoundError ? error.body.title : undefined;
  }
}
// @ts-expect-error half a pair
createClient({ ...base, auth: { apiKey: "key" } });
`;
