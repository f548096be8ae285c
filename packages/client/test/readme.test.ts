import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CAGE, MEDIA_TYPE, startService } from "./service.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const snippets = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, text = ""], index) => ({
  title:
    readme
      .slice(0, readme.indexOf(text))
      .match(/^#+ (.*)$/gm)
      ?.at(-1) ?? "the first lines",
  file: `snippet-${index}.ts`,
  text,
}));

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "readme-"));
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  for (const { file, text } of snippets) await writeFile(path.join(folder, file), text);
});
afterAll(() => rm(folder, { recursive: true }));

test("the README starts with ten lines that run", () => {
  expect(readme.startsWith("```ts\n")).toBe(true);
  expect(snippets[0]?.text.trimEnd().split("\n")).toHaveLength(10);
});

test("every snippet of the README compiles", async () => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2023",
    lib: ["es2023", "dom"],
    module: "nodenext",
    types: ["node"],
    skipLibCheck: true,
  };
  await writeFile(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: snippets.map(({ file }) => file) }),
  );
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  const compiled = run(process.execPath, [compiler, "-p", folder]);
  expect(await compiled.catch(({ stdout }: { stdout: string }) => ({ stdout }))).toMatchObject({
    stdout: "",
  });
});

describe("every snippet of the README runs", () => {
  test.each(snippets)("$title ($file)", async ({ file }) => {
    const service = await startService((request, response) => {
      const isUnknown = request.url?.includes("task-unknown");
      const [status, body] = isUnknown
        ? [404, { status: 404, code: 404, title: "Not Found" }]
        : [200, request.method === "POST" ? { acknowledge: true } : cage];
      response.writeHead(status, { "Content-Type": MEDIA_TYPE }).end(JSON.stringify(body));
    });
    const env = { PATH: process.env["PATH"], WORKFLOW_URL: service.url };
    const { stderr } = await run(process.execPath, [path.join(folder, file)], { env });
    expect(stderr).toBe("");
  });
});

const cage = {
  data: {
    ...CAGE.data,
    relationships: {
      author: { data: { type: "users", id: "user-1", attributes: { email: "ada@example.com" } } },
      values: { data: [] },
    },
  },
};
