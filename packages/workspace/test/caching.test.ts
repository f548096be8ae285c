import { execFileSync } from "node:child_process";
import { appendFileSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { copyRepository } from "../src/copy-repository.ts";
import { environment } from "../src/environment.ts";

const copy = copyRepository();
afterAll(() => copy.remove());

interface PlannedTask {
  readonly taskId: string;
  readonly hash: string;
  readonly command: string;
}

/** What would run for some tasks of every workspace. */
function plan(...names: readonly string[]): PlannedTask[] {
  const output = execFileSync(join(copy.folder, "node_modules/.bin/turbo"), ["run", ...names, "--dry=json"], {
    cwd: copy.folder,
    env: environment,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const { tasks }: { tasks: PlannedTask[] } = JSON.parse(output);
  return tasks.filter(({ command }) => command !== "<NONEXISTENT>");
}

/** The cache key of every task that `npm test` would run. */
function keys(): Map<string, string> {
  return new Map(plan("lint", "typecheck", "test").map(({ taskId, hash }) => [taskId, hash]));
}

/** The tasks that an edit of a file makes run again. */
function invalidatedBy(file: string): string[] {
  const before = keys();
  appendFileSync(join(copy.folder, file), "\n");
  return [...keys()].flatMap(([task, key]) => (before.get(task) === key ? [] : [task]));
}

test("an edit of the docs makes nothing else run again but the look for what nobody uses", () => {
  const [page] = globSync("apps/docs/src/**/*.astro", { cwd: copy.folder });
  const tasks = invalidatedBy(page ?? "");
  expect(tasks.length).toBeGreaterThan(0);
  const others = tasks.filter((task) => !task.startsWith("@workflow-api/docs#"));
  expect(others).toEqual(["@workflow-api/workspace#lint"]);
});

test("an edit of any source makes the look for what nobody uses run again, and nothing that is made does", () => {
  const [source = ""] = globSync("apps/mock/score/*.ts", { cwd: copy.folder });
  expect(invalidatedBy(source)).toContain("@workflow-api/workspace#lint");
  mkdirSync(join(copy.folder, "packages/client/dist"));
  const before = keys();
  writeFileSync(join(copy.folder, "packages/client/dist/made.js"), "");
  expect(keys()).toEqual(before);
});

test("an edit of the contract makes everything that depends on it run again", () => {
  const tasks = invalidatedBy("openapi/openapi.yaml");
  const dependents = ["openapi", "types", "contract", "client", "conformance", "mock", "docs"];
  for (const name of dependents) expect(tasks).toContain(`@workflow-api/${name}#test`);
  expect(tasks.filter((task) => task.startsWith("@workflow-api/browser#"))).toEqual([]);
});

test("an edit of the client leaves what it is made from alone", () => {
  const tasks = invalidatedBy("packages/client/src/index.ts");
  expect(tasks).toContain("@workflow-api/mock#test");
  for (const name of ["openapi", "types", "contract"])
    expect(tasks).not.toContain(`@workflow-api/${name}#test`);
});

test("generating builds nothing of what is generated, which may not compile any more", () => {
  const tasks = plan("generate").map(({ taskId }) => taskId);
  expect(tasks).toContain("@workflow-api/client#generate");
  expect(tasks).not.toContain("@workflow-api/client#build");
});
