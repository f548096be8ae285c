import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { ownContract } from "@workflow-api/workspace/fixtures";
import { machineNode, ownEnv, runCommand } from "@workflow-api/workspace/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publishedWorkspaces } from "../src/manifests/workspaces.ts";
import { root } from "../src/turbo.ts";
import { startRegistryOfPackages } from "./registry.ts";

// The packages as others use them: packed, from a registry, in empty projects, on the Node.js of the
// machine. CI runs this on every version that they support. npm fetches the test runners.
const run = promisify(execFile);
const domain = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
const secrets = {
  WORKFLOW_API_KEY: "key",
  WORKFLOW_API_SECRET: "secret",
  WORKFLOW_BEARER: "token",
};

let folder = "";
let registry: Awaited<ReturnType<typeof startRegistryOfPackages>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "packages-"));
  registry = await startRegistryOfPackages(folder);
});
afterAll(() => registry.close());

/** An empty project, and how to run a program in it on one Node.js. */
interface Project {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  run(command: string, ...args: readonly string[]): Promise<string>;
}

async function createProject(): Promise<Project> {
  const path = await mkdtemp(join(folder, "project-"));
  await writeFile(join(path, "package.json"), '{ "type": "module" }');
  await writeFile(join(path, ".npmrc"), registry.npmrc);
  const own = process.env["PATH"]?.split(delimiter).filter((each) => !each.startsWith(root)) ?? [];
  // What npm set for this run is of this repository.
  const outside = Object.entries(ownEnv()).filter(([name]) => !/^npm_/i.test(name));
  const env = {
    ...Object.fromEntries(outside),
    ...secrets,
    PATH: [dirname(machineNode()), ...own].join(delimiter),
    npm_config_cache: join(folder, "cache"),
    SCARF_ANALYTICS: "false",
  };
  return {
    path,
    env,
    run: async (command, ...args) => {
      const { stdout, stderr } = await run(command, args, { cwd: path, env }).catch((error) => {
        throw new Error(`${command} ${args.join(" ")}\n${error.stdout}${error.stderr}`);
      });
      return `${stdout}${stderr}`;
    },
  };
}

describe("in an empty project", () => {
  let project: Project;
  beforeAll(async () => {
    project = await createProject();
  });

  test("npx runs the mock, and verify and compat by their names alone", async () => {
    const env = Object.entries(project.env).map(([name, value]) => `${name}=${value}`);
    const args = ["-i", ...env, "npx", "-y", "@workflow-api/mock", "--port", "0"];
    const mock = runCommand(project.path, "env", ...args);
    const url = await mock.printed(/http:\/\/127\.0\.0\.1:\d+/);
    const known = ["--value", `X-Domain=${domain}`];
    const verify = ["--base-url", url, ...known, "--write", "--explore", "1"];
    const report = await project.run("npx", "-y", "@workflow-api/verify", ...verify);
    expect(report).toContain(" 0 failed");
    expect(report, "a pipe gets no colours").toBe(stripVTControlCharacters(report));
    const text = JSON.stringify(ownContract());
    await writeFile(join(project.path, "old.json"), text);
    await writeFile(join(project.path, "new.json"), text.replaceAll('"author"', '"writer"'));
    const compat = ["old.json", "--contract", "new.json"];
    await expect(project.run("npx", "-y", "@workflow-api/compat", ...compat)).rejects.toThrow(
      /author/,
    );
    mock.signal("SIGINT");
    await mock.exit;
  });

  test("the mock and the client work in Vitest and jest, and the handlers in MSW", async () => {
    const files: Readonly<Record<string, string>> = {
      "vitest.test.js": `
        import { startMock } from "@workflow-api/mock";
        import { createMswMock } from "@workflow-api/mock/msw";
        import { setupServer } from "msw/node";
        import { expect, test } from "vitest";
        import { ask } from "./ask.js";
        test("startMock", async () => {
          const mock = await startMock();
          expect(await ask(mock.url)).toBe("cage-text");
          await mock.close();
        }, 600_000);
        test("createMswMock", async () => {
          const { handlers } = await createMswMock({ baseUrl: "https://api.example.test/v1" });
          setupServer(...handlers).listen();
          expect(await ask("https://api.example.test/v1")).toBe("cage-text");
        }, 600_000);`,
      // The mock runs outside of jest's module registry, which cannot require an ES module.
      "jest-setup.js": `
        import { startMock } from "@workflow-api/mock";
        export default async () => {
          process.env.MOCK_URL = (await startMock()).url;
        };`,
      "jest.spec.js": `
        import { expect, test } from "@jest/globals";
        import { ask } from "./ask.js";
        test("startMock", async () => {
          expect(await ask(process.env.MOCK_URL)).toBe("cage-text");
        }, 600_000);`,
      "ask.js": `
        import { createClient } from "@workflow-api/client";
        export async function ask(baseUrl) {
          const auth = { apiKey: "any key", apiSecret: "any secret" };
          const client = createClient({ baseUrl, domain: "${domain}", auth });
          return (await client.getVariablesCage({ id: "cage-text" })).data.id;
        }`,
    };
    for (const [name, text] of Object.entries(files))
      await writeFile(join(project.path, name), text);
    const own = ["@workflow-api/client", "@workflow-api/mock"];
    // MSW 3 needs Node.js 22.12.
    const isOld = (await project.run("node", "--version")).startsWith("v20.");
    const msw = isOld ? "msw@2.12.10" : "msw@3.0.5";
    const others = [msw, "vitest@3.2.4", "jest@30.2.0", "@jest/globals@30.2.0"];
    await project.run("npm", "install", "--silent", ...own, ...others);
    await project.run("npx", "vitest", "run", "vitest.test.js");
    const jest = join("node_modules", "jest", "bin", "jest.js");
    const options = ["--testMatch=**/jest.spec.js", "--globalSetup=./jest-setup.js", "--forceExit"];
    await project.run("node", "--experimental-vm-modules", jest, ...options);
  });
});

test("packages work for who sets the condition of this repository's sources", async () => {
  const project = await createProject();
  await project.run("npm", "install", "--silent", "@workflow-api/client", "@workflow-api/contract");
  const program = `
    const { createClient } = await import("@workflow-api/client");
    const { readContract } = await import("@workflow-api/contract");
    console.log(typeof createClient, typeof readContract);`;
  const args = ["--conditions=@workflow-api/source", "--input-type=module", "-e", program];
  expect(await project.run("node", ...args)).toBe("function function\n");
});

test("publint and attw find nothing wrong with what is packed", async () => {
  const { tarballs } = registry;
  expect(await readdir(tarballs)).toHaveLength(publishedWorkspaces().length);
  for (const { folder: workspace, manifest } of publishedWorkspaces()) {
    const name = manifest.name.replace("@", "").replace("/", "-");
    const tarball = join(tarballs, `${name}-${manifest.version}.tgz`);
    await run("npx", ["-y", "publint@0.3.25", "run", tarball, "--strict"], { cwd: folder });
    // The contract holds no code, and a command alone has no types.
    if (["openapi", "packages/verify"].includes(workspace)) continue;
    const attw = ["-y", "-p", "@arethetypeswrong/cli@0.18.5", "--", "attw"];
    const outcome = run("npx", [...attw, tarball, "--profile", "esm-only", "--quiet"], {
      cwd: folder,
    });
    expect(await outcome.then(() => "", String), workspace).toBe("");
  }
});

test("a README needs no clone: npm comes first, and links are absolute", async () => {
  for (const { folder: workspace } of publishedWorkspaces()) {
    const readme = await readFile(join(root, workspace, "README.md"), "utf8");
    const links = [...readme.matchAll(/\]\(([^)\s]+)/g)].map(([, link = ""]) => link);
    expect(
      links.filter((link) => !/^(https:|#)/.test(link)),
      workspace,
    ).toEqual([]);
    const commands = [...readme.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, text = ""]) =>
      text.split("\n"),
    );
    expect(
      commands.filter((line) => /\bnpm (run|start|test|ci)\b/.test(line)),
      workspace,
    ).toEqual([]);
    expect(commands[0], workspace).toMatch(/^(npm install|npx) .*@workflow-api\//);
  }
});
