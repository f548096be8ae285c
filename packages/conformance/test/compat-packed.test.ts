import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Comparison } from "../src/compat/index.ts";
import { withNode } from "../src/score/edit.ts";
import { installOther, installOthers, installPacked, runPacked } from "./support/packed.ts";
import { shop } from "./support/shop.ts";

const newItem = "/components/schemas/NewItem/required";

// The package as it is published, without anything that it only may have beside it; and a project that has all of that.
let folder: string;
let project: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "packed-"));
  await installOthers(folder, "@redocly", "typescript");
  await installPacked(folder, "packages/conformance", "packages/contract", "openapi");
  project = await mkdtemp(join(tmpdir(), "project-"));
  await installPacked(project, "packages/types");
  await installOther(project, "openapi-typescript", "packages/types");
  await installOther(project, "typescript", "packages/types");
  await installOther(project, "@redocly/cli");
  for (const place of [folder, project]) {
    await writeFile(join(place, "old.json"), JSON.stringify(shop));
    await writeFile(join(place, "new.json"), JSON.stringify(withNode(shop, newItem, ["name", "price"])));
  }
});
afterAll(() => Promise.all([folder, project].map((place) => rm(place, { recursive: true }))));

const args = ["old.json", "--contract", "new.json", "--reporter"];

test("Without anything beside it the package proves what breaks, and says what to install for the rest.", async () => {
  const { code, stdout } = await runPacked(folder, "bin-compat.js", [...args, "tty"]);
  expect(stdout).toContain("putItem, for callers: The body at its root must have required property 'price'");
  expect(stdout).toContain("npm install --save-dev @redocly/cli`");
  expect(stdout).toContain("npm install --save-dev @workflow-api/types openapi-typescript typescript`");
  expect(code).toBe(1);
});

test("What the project has that the package is run in is used: the list of changes, and the types.", async () => {
  const { stdout } = await runPacked(folder, "bin-compat.js", [...args, "json"], project);
  const { changes, missing }: Comparison = JSON.parse(stdout);
  expect(missing).toEqual([]);
  expect(changes).toMatchObject([
    { breaks: ["callers", "build"], rating: expect.any(String), build: [{ reason: "price is required." }] },
  ]);
});

test("Types without the tool that generates them are not compared, and only that is asked for.", async () => {
  await rm(join(project, "node_modules", "openapi-typescript"));
  const { stdout } = await runPacked(folder, "bin-compat.js", [...args, "tty"], project);
  expect(stdout).toContain("npm install --save-dev openapi-typescript`");
  await installOther(project, "openapi-typescript", "packages/types");
});

test("One run prints a report and writes others into files, whose folders are made.", async () => {
  const file = join(project, "reports", "compat.json");
  const more = ["tty", "--reporter", `json=${file}`, "--reporter", `markdown=${join(project, "compat.md")}`];
  const { stdout } = await runPacked(folder, "bin-compat.js", [...args, ...more], project);
  const { changes }: Comparison = JSON.parse(await readFile(file, "utf8"));
  expect(stdout).toContain("1 breaking change for callers");
  expect(changes).toHaveLength(1);
  expect(await readFile(join(project, "compat.md"), "utf8")).toMatch(/^## 1 breaking change for callers/);
});
