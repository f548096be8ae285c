import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { CAGE, JSON_API, startService } from "./service.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const own = fileURLToPath(new URL("..", import.meta.url));
const readme = await readFile(path.join(own, "README.md"), "utf8");
const [first = "", ...others] = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(
  ([, text = ""]) => text,
);

// The packed package, as a consumer has it.
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "consumer-"));
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: own,
  });
  const tarball = path.join(folder, JSON.parse(stdout)[0].filename);
  const modules = path.join(folder, "node_modules");
  await mkdir(path.join(modules, "@workflow-api"), { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", folder]);
  await rename(path.join(folder, "package"), path.join(modules, "@workflow-api/client"));
  for (const name of ["@types", "undici-types", "openapi-fetch", "openapi-typescript-helpers"])
    await symlink(path.join(root, "node_modules", name), path.join(modules, name));
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
});

/** What a compiler says of a program that uses the package, under the strictest settings. */
async function compile(
  [program = "", ...args]: readonly string[],
  text: string,
  platform: object,
): Promise<string> {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    module: "nodenext",
    target: "es2022",
    ...platform,
  };
  await writeFile(path.join(folder, "use.ts"), text);
  await writeFile(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["use.ts"] }),
  );
  const compiled = run(program, [...args, "-p", folder], { cwd: folder });
  return (await compiled.catch(({ stdout, message }) => ({ stdout: stdout || message }))).stdout;
}

const browser = { lib: ["es2022", "dom", "dom.iterable"], types: [] };
const node = { lib: ["es2022"], types: ["node"] };

describe.each([
  ["5.4.5", ["npx", "-y", "-p", "typescript@5.4.5", "--", "tsc"]],
  ["5.9.3", [process.execPath, path.join(root, "packages/types/node_modules/typescript/bin/tsc")]],
  ["6.0.3", ["npx", "-y", "-p", "typescript@6.0.3", "--", "tsc"]],
  ["7.0.2", [process.execPath, path.join(root, "node_modules/typescript/bin/tsc")]],
])("TypeScript %s compiles the README by the packed package", (_version, compiler) => {
  test.each(Object.entries({ browser, node }))("for %s", async (_platform, options) => {
    expect(await compile(compiler, [first, ...others].join("\n"), options)).toBe("");
  });
});

test("each part of the README runs, behind its first lines", async () => {
  const author = { data: { attributes: { email: "ada@example.com" } } };
  const cage = { data: { ...CAGE.data, relationships: { author } } };
  const service = await startService((request, response) => {
    const isUnknown = request.url?.includes("task-unknown");
    const body = isUnknown ? { status: 404, code: 404, title: "Not Found" } : { acknowledge: true };
    response.writeHead(isUnknown ? 404 : 200, JSON_API);
    response.end(JSON.stringify(request.method === "GET" ? cage : body));
  });
  expect(first.split("\n").length).toBeLessThan(16);
  const program = [first, ...others].join("\n").replace("http://127.0.0.1:4010", service.url);
  await writeFile(path.join(folder, "readme.ts"), program);
  const { stdout, stderr } = await run(process.execPath, [path.join(folder, "readme.ts")]);
  expect(stdout).toMatch(/^Parties ada@example.com\n404 Not Found\ncage-1 undefined\n/);
  expect(stderr).toBe("");
});
