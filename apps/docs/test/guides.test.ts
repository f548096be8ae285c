import { execFile } from "node:child_process";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findExecutable } from "@workflow-api/browser";
import * as client from "@workflow-api/client";
import { loadContract } from "@workflow-api/contract";
import { freePort, ownEnv } from "@workflow-api/workspace/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fill } from "../src/samples/fill.ts";
import { guideSnippets, type Snippet } from "./guide-snippets.ts";
import { type Service, startMockProcess } from "./mock.ts";
import { shellWithCurl } from "./shell.ts";

const run = promisify(execFile);
const root = new URL("../../../", import.meta.url);
const folder = fileURLToPath(new URL("../.reports/guides/", import.meta.url));
const address = "http://127.0.0.1:4010";
const { resolve } = createRequire(import.meta.url);
const program = (path: string): string => fileURLToPath(new URL(path, root));

const all = await guideSnippets();
const of = (kind: Snippet["kind"]): Snippet[] => all.filter((snippet) => snippet.kind === kind);
let mock: Service;

function fileOf({ guide, index, kind }: Snippet): string {
  return join(folder, `${guide}-${index}${kind === "vitest" ? ".test" : ""}.ts`);
}

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  mock = await startMockProcess();
  for (const snippet of all.filter(({ language }) => language === "ts")) {
    await writeFile(fileOf(snippet), fill(snippet.text, "ts", new Map([[address, mock.url]])));
  }
});

afterAll(() => mock?.close());

describe("the snippets of the guides", () => {
  test("are all of kinds that are tried", () => {
    expect(all.filter(({ kind }) => kind === undefined)).toEqual([]);
  });

  test("are strictly typed", async () => {
    const config = {
      extends: "../../../../tsconfig.json",
      compilerOptions: { noEmit: true, lib: ["es2023", "dom"] },
      include: ["*.ts"],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = program("node_modules/typescript/bin/tsc");
    await run(process.execPath, [tsc, "-p", folder]).catch(({ stdout }) => expect(stdout).toBe(""));
  });

  test.for(of("module"))("$guide $index runs and prints something", async (snippet) => {
    const { stdout } = await run(process.execPath, [fileOf(snippet)]);
    expect(stdout.trim()).not.toBe("");
  });

  test("that are tests pass", async () => {
    // Of its own: the repository's has other places for tests.
    await writeFile(join(folder, "vitest.config.mjs"), "export default {};\n");
    const report = join(folder, "report.json");
    const bin = join(resolve("vitest/package.json"), "../vitest.mjs");
    const args = [bin, "run", "--root", folder, "--reporter", "json", "--outputFile", report];
    await run(process.execPath, args, { env: ownEnv() }).catch(() => undefined);
    const { success, testResults } = JSON.parse(await readFile(report, "utf8"));
    expect({ success, files: testResults.length }).toEqual({ success: true, files: of("vitest").length });
  });

  test.for(of("curl"))("$guide $index is answered by the mock", async ({ text }) => {
    const commands = fill(text, "bash", new Map([[address, mock.url]])).split(/^(?=curl )/m);
    for (const command of commands) {
      const { stdout } = await run("sh", ["-c", `${shellWithCurl}${command}`]);
      expect(stdout === "" ? {} : JSON.parse(stdout)).toBeInstanceOf(Object);
    }
  });

  test("start the mock with options that it has", async () => {
    const lines = of("mock").flatMap(({ text }) => text.trim().split("\n"));
    const started = await Promise.all(
      lines.map((line) => {
        const options = line.replace(/^npm run mock -- --port \d+/, "").trim();
        return startMockProcess(...options.split(/\s+/));
      }),
    );
    for (const { url, close } of started) {
      expect((await fetch(`${url}/__mock/health`)).status).toBe(200);
      await close();
    }
  });

  test.for(of("verify"))("$guide $index verifies the mock", async ({ text }) => {
    const bin = program("packages/conformance/dist/bin.js");
    const script = text
      .replaceAll("npx workflow-api-verify", `"${process.execPath}" "${bin}"`)
      .replaceAll("https://service.example", mock.url)
      .replaceAll("'your domain'", "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30");
    const { securitySchemes } = await loadContract();
    const secrets = securitySchemes.map(({ key, scheme }) => [
      `WORKFLOW_${key.replaceAll(/(?<=[a-z])[A-Z]/g, "_$&").toUpperCase()}`,
      scheme === "basic" ? "any:any" : "any",
    ]);
    const env = { ...ownEnv(), ...Object.fromEntries(secrets) };
    const { stdout } = await run("sh", ["-e", "-c", script], { cwd: folder, env });
    expect(stdout).not.toBe("");
  });

  test("name only npm scripts that there are", async () => {
    const { scripts } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));
    const named = all.flatMap(({ text }) =>
      [...text.matchAll(/\bnpm (?:run )?(\w+)/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => name !== "ci" && !(name !== undefined && name in scripts))).toEqual([]);
  });

  test("of workflows name only options that the command has", async () => {
    const { stdout } = await run(process.execPath, [program("packages/conformance/dist/bin.js"), "--help"]);
    const options = of("workflow").flatMap(({ text }) => text.match(/--[\w-]+/g) ?? []);
    expect(options.length).toBeGreaterThan(0);
    expect(options.filter((option) => !stdout.includes(option))).toEqual([]);
  });
});

describe("the recipe for Playwright", () => {
  const page = (service: string): string => `<!doctype html><title>An application</title>
    <link rel="icon" href="data:,"><p role="alert"></p><script type="module">
    const headers = { "X-Domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30", "X-API-KEY": "k", "X-API-SECRET": "s" };
    const answer = await fetch("${service}/data_dictionary/variables_cages/cage-text", { headers });
    document.querySelector("p").textContent = (await answer.json()).title ?? "fine";
    </script>`;

  test("passes as it stands, with an application that shows what the service says", async () => {
    const port = await freePort();
    const own = join(folder, "playwright");
    const application = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(page(`http://127.0.0.1:${port}`)),
    );
    await new Promise<void>((done) => application.listen(0, "127.0.0.1", done));
    const bound = application.address();
    const site = `http://127.0.0.1:${typeof bound === "object" && bound !== null ? bound.port : 0}`;
    // npm makes the command when it installs the package; in this repository there is none before the first build.
    const commands = join(own, "node_modules", ".bin");
    await mkdir(commands, { recursive: true });
    await symlink(program("apps/mock/dist/bin.js"), join(commands, "workflow-api-mock"));
    const [config, spec, ...others] = of("playwright");
    expect(others).toEqual([]);
    const moved = (text = ""): string =>
      text.replaceAll("4010", String(port)).replaceAll("http://localhost:5173", site);
    await writeFile(join(own, "recipe.config.ts"), moved(config?.text));
    await writeFile(join(own, "recipe.spec.ts"), moved(spec?.text));
    const { path, args, env } = await findExecutable();
    const launchOptions = { executablePath: path, args, env: { ...process.env, ...env } };
    await writeFile(
      join(own, "playwright.config.ts"),
      `import config from "./recipe.config.ts";\nexport default { ...config, use: { ...config.use, launchOptions: ${JSON.stringify(launchOptions)} } };\n`,
    );
    const cli = resolve("@playwright/test/cli");
    const result = await run(
      process.execPath,
      [cli, "test", "--config", own, "--output", join(own, "results"), "--reporter", "json"],
      {
        cwd: own,
        env: ownEnv(),
      },
    ).catch((failed) => failed);
    expect(JSON.parse(result.stdout)).toMatchObject({ stats: { expected: 1, unexpected: 0, skipped: 0 } });
    application.closeAllConnections();
    application.close();
  });
});

describe("the guides", () => {
  const guide = (name: string): Promise<string> =>
    readFile(new URL(`../src/content/docs/guides/${name}.md`, import.meta.url), "utf8");

  test("name every class of error that the client has, and no other", async () => {
    const classes = Object.entries(client).flatMap(([name, value]) =>
      typeof value === "function" && Object.getPrototypeOf(value) === client.ApiError ? [name] : [],
    );
    const rows = [...(await guide("errors")).matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(rows.toSorted()).toEqual(classes.toSorted());
  });

  test("begin with a quick start of ten lines", async () => {
    const [module] = all.filter(({ guide: name, kind }) => name === "quick-start" && kind === "module");
    const lines = module?.text.split("\n").filter((line) => line.trim() !== "") ?? [];
    expect(lines.length).toBeLessThanOrEqual(10);
  });

  test("are all reached from the navigation", async () => {
    const index = await readFile(new URL("../dist/index.html", import.meta.url), "utf8");
    const names = [...new Set(all.map((snippet) => snippet.guide))];
    expect(names.filter((name) => !index.includes(`href="/guides/${name}/"`))).toEqual([]);
  });
});
