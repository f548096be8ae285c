import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { trackedFiles } from "@workflow-api/workspace/testing";
import { expect, test } from "vitest";
import { addCondition, removeCondition } from "../src/manifests/source-condition.ts";
import { readWorkspaces } from "../src/manifests/workspaces.ts";
import { root } from "../src/turbo.ts";

const manifests = new Map(readWorkspaces().map(({ folder, manifest }) => [folder, manifest]));
const folders = new Map([...manifests].map(([folder, { name }]) => [name, folder]));
const files = trackedFiles()
  .filter((path) => /\.([cm]?[jt]s|astro)$/.test(path))
  .filter((path) => !/\/generated\/|\/openapi\.d\.ts$/.test(path))
  .map((path) => ({ path, folder: folderOf(path) }));

/** Tests alone, of what packages and apps do together: the only ones that import both. */
const testsOfAll = "packages/contract-tests";

function folderOf(path: string): string {
  return [...manifests.keys()].find((folder) => path.startsWith(`${folder}/`)) ?? "";
}

/** The paths of the files that a file imports by a relative path. */
function relativeImports(path: string): string[] {
  const found = readFileSync(join(root, path), "utf8").matchAll(
    /^(?:import|export)\b[^;"'`=(]*["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']/gm,
  );
  return Array.from(found, ([, declared, dynamic = ""]) =>
    join(dirname(path), declared ?? dynamic),
  );
}

/** The packages that the code of a file names: `@workflow-api/mock/msw`. */
function packagesIn(path: string): string[] {
  const text = readFileSync(join(root, path), "utf8").replaceAll(/`[^`]*`|^\s*(\*|\/\/).*$/gm, "");
  const found = text.matchAll(/(?:from|import|import\()\s*["'](@workflow-api\/[^"']+)["']/g);
  return Array.from(found, ([, name = ""]) => name);
}

const imports = files.flatMap(({ path, folder }) =>
  packagesIn(path).map((name) => {
    const [scope, short, ...rest] = name.split("/");
    const packageName = `${scope}/${short}`;
    const subpath = [".", ...rest].join("/");
    return { path, folder, name, packageName, target: folders.get(packageName) ?? "", subpath };
  }),
);

test("packages import no apps, and apps import no others: move what is shared", () => {
  const wrong = imports.filter(
    ({ folder, target }) =>
      target.startsWith("apps/") && target !== folder && folder !== testsOfAll,
  );
  expect(wrong.map(({ path, name }) => `${path} imports ${name}`)).toEqual([]);
});

test("nobody imports the inside of another workspace: use what its package.json exports", () => {
  const outside = files
    .filter(({ folder }) => folder !== "")
    .flatMap(({ path, folder }) =>
      relativeImports(path)
        .filter((imported) => folderOf(imported) !== folder)
        .map((imported) => `${path} imports ${imported}`),
    );
  expect(outside).toEqual([]);
  const subpaths = imports.filter(
    ({ target, subpath }) => manifests.get(target)?.exports?.[subpath] === undefined,
  );
  expect(subpaths.map(({ path, name }) => `${path} imports ${name}`)).toEqual([]);
});

test("a workspace imports what it depends on, and its tests what it is developed with", () => {
  // Turborepo refuses dependencies in a circle, so these go one way.
  const wrong = imports.filter(({ path, folder, target, packageName }) => {
    const manifest = manifests.get(folder);
    const isShipped = !manifest?.private && !/\/(test|bench|examples|generate)\//.test(path);
    const { dependencies, devDependencies, peerDependencies } = manifest ?? {};
    const stated = { ...dependencies, ...peerDependencies, ...(isShipped ? {} : devDependencies) };
    // What the tests and benches of all share cannot be depended on by its parts.
    const isShared = /^packages\/workspace\/(bench|support)\//.test(path);
    return target !== folder && !isShared && stated[packageName] === undefined;
  });
  expect(wrong.map(({ path, name }) => `${path} imports ${name}`)).toEqual([]);
});

test("every package is pinned but ours, which others install beside each other", () => {
  for (const [folder, { dependencies = {}, devDependencies = {} }] of manifests) {
    const isRight = (name: string, version: string): boolean => {
      const ours = manifests.get(folders.get(name) ?? "");
      return ours !== undefined && dependencies[name] !== undefined
        ? version === `^${ours.version}`
        : /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version);
    };
    const stated = Object.entries({ ...dependencies, ...devDependencies });
    expect(
      stated.filter(([name, version]) => !isRight(name, version)),
      folder,
    ).toEqual([]);
  }
});

test("what a package exports from dist is found in its sources, too: run its postpack", () => {
  for (const [folder, { exports, private: isPrivate }] of manifests) {
    if (exports === undefined || isPrivate === true) continue;
    expect(exports, folder).toEqual(addCondition(removeCondition(exports)));
  }
});

test("each workspace can be linted and formatted", () => {
  for (const [folder, { scripts }] of manifests) {
    // The contract is linted by the package that reads it.
    if (folder === "openapi") continue;
    expect(Object.keys(scripts ?? {}), folder).toEqual(expect.arrayContaining(["fix", "lint"]));
  }
});

test("what is published says where it comes from, and brings its license and changelog", () => {
  const published = [...manifests].filter(([, { private: isPrivate }]) => isPrivate !== true);
  // The root states once where the repository is.
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const home = repository.url.replace(/^git\+(.*)\.git$/, "$1");
  for (const [folder, manifest] of published) {
    expect(manifest, folder).toMatchObject({
      repository: { ...repository, directory: folder },
      homepage: `${home}/tree/main/${folder}#readme`,
      bugs: `${home}/issues`,
      license: "MIT",
      publishConfig: { access: "public" },
    });
    for (const name of ["author", "description", "exports", "keywords", "sideEffects"])
      expect(manifest, `${folder} ${name}`).toHaveProperty(name);
    for (const file of ["LICENSE", "CHANGELOG.md"])
      expect(existsSync(join(root, folder, file)), `${folder}/${file}`).toBe(true);
  }
});
