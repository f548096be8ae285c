import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../src/environment.ts";

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
}

const folders = globSync("{openapi,packages/*,apps/*}/package.json", { cwd: root }).map(dirname).toSorted();
const workspaces = folders.map((folder) => ({ folder, manifest: manifestOf(folder) }));
const names = new Map(workspaces.map(({ folder, manifest }) => [manifest.name, folder]));

function siblings(dependencies: Readonly<Record<string, string>> = {}): string[] {
  return Object.keys(dependencies).flatMap((name) => names.get(name) ?? []);
}

describe.each(workspaces)("$folder", ({ folder, manifest }) => {
  test("imports no app: start its program, or move what is shared into a package", () => {
    const used = [...siblings(manifest.dependencies), ...siblings(manifest.devDependencies)];
    expect(used.filter((other) => other.startsWith("apps/"))).toEqual([]);
  });

  test("imports at run time only what stands before it in the house", () => {
    // openapi <- types <- client; openapi <- contract <- conformance, mock, docs. Tests may use more.
    const before: Readonly<Record<string, readonly string[]>> = {
      openapi: [],
      "packages/types": ["openapi"],
      "packages/contract": ["openapi"],
      "packages/client": ["packages/types"],
      "packages/conformance": ["openapi", "packages/contract"],
    };
    const app = ["openapi", "packages/types", "packages/contract", "packages/client", "packages/conformance"];
    const allowed =
      folder === "packages/workspace"
        ? ["packages/contract"]
        : (before[folder] ?? (folder.startsWith("apps/") ? app : []));
    expect(siblings(manifest.dependencies).filter((other) => !allowed.includes(other))).toEqual([]);
  });

  test("pins exact versions", () => {
    const versions = { ...manifest.dependencies, ...manifest.devDependencies };
    const ranges = Object.entries(versions).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(ranges).toEqual([]);
  });

  test("can be linted, type-checked and tested", () => {
    expect(Object.keys(manifest.scripts ?? {})).toEqual(
      expect.arrayContaining(["fix", "lint", "test", "typecheck"]),
    );
  });
});

test.each(workspaces.filter(({ manifest }) => !manifest.private))(
  "$folder is published with what it is for and with the license",
  ({ folder }) => {
    const textOf = (file: string): string => readFileSync(file, "utf8");
    expect(existsSync(join(root, folder, "README.md"))).toBe(true);
    // npm puts no file into a package that lies outside of it.
    expect(textOf(join(root, folder, "LICENSE"))).toBe(textOf(join(root, "LICENSE")));
  },
);

describe("an import by path", () => {
  test.each([
    ["into a sibling's source is refused", 'import { x } from "../../contract/src/index.ts";', false],
    ["into a sibling's build is refused", 'import { x } from "../../contract/dist/index.js";', false],
    ["into an app is refused", 'import { x } from "../../../apps/mock/src/index.ts";', false],
    ["inside the workspace is fine", 'import { x } from "../src/index.ts";', true],
    ["of a sibling's exports is fine", 'import { x } from "@workflow-api/contract";', true],
  ])("%s", (_, source, fine) => {
    const folder = mkdtempSync(join(tmpdir(), "imports-"));
    const file = "packages/client/test/imports.test.ts";
    const { linter } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, "biome.json"), JSON.stringify({ linter }));
    writeFileSync(join(folder, file), `${source}\nexport const y = x;\n`);
    const { stderr } = spawnSync(
      join(root, "node_modules/.bin/biome"),
      ["lint", "--only=style/noRestrictedImports", "."],
      { cwd: folder, encoding: "utf8" },
    );
    expect(stderr.includes("Import a sibling through its package name")).toBe(!fine);
  });
});
