import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { prepareCommand, startProgram, waitForEnd } from "./children.ts";
import { assertWritable, environment, root } from "./turbo.ts";

// `npm run mutate -- contract`. StrykerJS has 60 MB, which only this command needs, so it is
// installed when it is first used: beside the caches of other tools, where it finds the Vitest of
// this repository.
const version = "10.1.1";
const packages = ["core", "vitest-runner"].map((name) => `@stryker-mutator/${name}@${version}`);
const home = join(root, "node_modules", ".cache", `stryker-${version}`);
const stryker = join(home, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");

prepareCommand();
const [name = "", ...options] = process.argv.slice(2);
const folders = globSync("{packages,apps}/*", { cwd: root });
const folder = folders.find(
  (each) => basename(each) === basename(name) && existsSync(join(root, each, "test")),
);
if (folder === undefined) {
  process.stderr.write(`Mutation-tests a workspace: which changes of its code does no test catch?

Usage: npm run mutate -- WORKSPACE [options of StrykerJS]

WORKSPACE is one of ${folders.map((each) => basename(each)).join(", ")}.
`);
  process.exitCode = name === "--help" ? 0 : 2;
} else {
  assertWritable();
  process.exitCode = existsSync(stryker) ? 0 : await install();
  if (process.exitCode === 0) process.exitCode = await mutate(join(root, folder));
}

async function install(): Promise<number> {
  process.stderr.write(`Installing ${packages.join(" and ")} into ${home}\n`);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "private": true }\n');
  const args = ["install", "--ignore-scripts", "--legacy-peer-deps", ...packages];
  return await waitForEnd(
    startProgram("npm", args, { cwd: home, stdio: ["ignore", "inherit", "inherit"] }),
  );
}

async function mutate(workspace: string): Promise<number> {
  const config = join(home, "stryker.config.json");
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: "vitest",
      plugins: ["@stryker-mutator/vitest-runner"],
      vitest: { configFile: join(root, "vitest.config.ts"), dir: workspace },
      mutate: ["src/**/*.ts", "!src/generated/**"],
      coverageAnalysis: "perTest",
      ignoreStatic: true,
      // Vitest checks no types, and the comment that switches checks off changes generated files.
      disableTypeChecks: false,
      // A copy elsewhere would not find what its configuration extends. The sources are restored at
      // the end, and after an interruption too.
      inPlace: true,
      tempDirName: ".reports/stryker",
      reporters: ["clear-text", "progress-append-only", "json"],
      jsonReporter: { fileName: ".reports/mutation.json" },
      allowConsoleColors: process.stdout.isTTY,
      clearTextReporter: { logTests: false, reportTests: false },
    }),
  );
  const args = [stryker, "run", config, ...options];
  const code = await waitForEnd(
    startProgram(process.execPath, args, {
      cwd: workspace,
      env: environment,
      stdio: ["ignore", "inherit", "inherit"],
    }),
  );
  // It leaves its set-up for Vitest behind.
  for (const file of globSync("stryker-setup-*.js", { cwd: workspace }))
    rmSync(join(workspace, file));
  return code;
}
