import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { loadContract, selectScenario } from "@workflow-api/contract";
import { codeBlocks } from "@workflow-api/workspace/readme";
import { installPackages } from "@workflow-api/workspace/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { printedOf } from "./generated-client.ts";
import { startService } from "./service.ts";

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const [first = "", ...further] = codeBlocks("packages/client/README.md", "ts");
const program = [first, ...further].join("\n");

// The packed packages, as a consumer has them, with the version of TypeScript that TYPESCRIPT names.
const version = process.env["TYPESCRIPT"] ?? "5.9.3";
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "consumer-"));
  const packages = [
    await packInto(folder, packageFolder),
    await packInto(folder, `${packageFolder}/../types`),
  ];
  const tools = ["@types/node@24.19.2", `typescript@${version}`, "openapi-fetch@0.17.0"];
  // Only up to version 6 is the compiler a library for editors.
  tools.push("editor@npm:typescript@5.9.3");
  await installPackages(folder, ...packages, ...tools);
});

async function packInto(destination: string, workspace: string): Promise<string> {
  const args = ["pack", "--json", "--pack-destination", destination];
  const { stdout } = await run("npm", args, { cwd: workspace });
  return `./${JSON.parse(stdout)[0].filename}`;
}

const browser = { lib: ["es2022", "dom", "dom.iterable"], types: [] };
const node = { lib: ["es2022"], types: ["node"] };

// CI names the oldest and the newest version that the client supports, too.
describe(`TypeScript ${version} compiles`, () => {
  test.each(Object.entries({ browser, node }))("the README for %s", async (_name, platform) => {
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
    const command = [process.execPath, path.join(folder, "node_modules/typescript/bin/tsc")];
    expect(await printedOf(folder, program, { compilerOptions }, command)).toBe("");
  });
});

test("the editor shows the words of the contract on an argument", async () => {
  const { default: ts } = await import(`${folder}/node_modules/editor/lib/typescript.js`);
  const file = path.join(folder, "editor.ts");
  await writeFile(file, program);
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name: string) =>
      ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(name)) : undefined,
    getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, strict: true }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getCurrentDirectory: () => folder,
  });
  const [operation] = loadContract().operations.filter(({ method }) => method === "GET");
  const parameters = (operation?.parameters ?? []).filter(({ name }) =>
    first.includes(`${name}: `),
  );
  expect(parameters).not.toEqual([]);
  for (const { name, description } of parameters) {
    const info = service.getQuickInfoAtPosition(file, first.indexOf(`${name}: `));
    expect(ts.displayPartsToString(info.documentation)).toBe(description.trim());
  }
});

test("each part of the README runs, behind its first lines", async () => {
  const contract = loadContract();
  const { url } = await startService(({ headers, method = "", url = "" }, response) => {
    const [target = "", query = ""] = url.split("?");
    const request = { method, path: target, query, headers: Object(headers), body: "" };
    const { operation, values, body } = contract.judge(request);
    const { scenario } = (operation && selectScenario(operation, values, body)) ?? {};
    response.writeHead(scenario?.status ?? 404, {
      "Content-Type": scenario?.response?.mediaType ?? "text/plain",
    });
    response.end(JSON.stringify(scenario?.response?.body));
  });
  expect(first.split("\n").length).toBeLessThan(16);
  const file = path.join(folder, "readme.ts");
  await writeFile(file, program.replaceAll("http://127.0.0.1:4010", url));
  const { stdout, stderr } = await run(process.execPath, [file]);
  expect(stdout).toMatch(/^.*@.*\n404 .+\n/);
  expect(stderr).toBe("");
});
