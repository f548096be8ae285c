import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../src/turbo.ts";

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8"),
);
const fromRegistry = Object.entries(packages).filter(
  ([path, { link }]) => path.includes("node_modules/") && !link,
);

/** Node's look-up: the nearest node_modules that holds the package. */
function isLocked(from: string, name: string): boolean {
  if (packages[join(from, "node_modules", name)] !== undefined) return true;
  return from !== "." && isLocked(dirname(from), name);
}

test("the lock file is complete for every platform", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).flatMap((name) =>
      isLocked(path, name) ? [] : [`${path} needs ${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test("every package from a registry has its integrity, and no URL", () => {
  const wrong = fromRegistry.filter(
    ([, { integrity, resolved }]) => integrity === undefined || resolved?.includes("://"),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});

test("every package with an install script is allowed or denied one by name", () => {
  const { allowScripts }: { allowScripts: Readonly<Record<string, boolean>> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const scripted = fromRegistry.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = scripted.map(([path]) => path.replace(/.*node_modules\//, ""));
  expect(names.filter((name) => allowScripts[name] === undefined)).toEqual([]);
});

test("npm warns of no package on the pinned Node", () => {
  const npm =
    process.env["npm_execpath"] ?? execFileSync("npm", ["root", "--global"], { encoding: "utf8" });
  const script = npm.endsWith(".js") ? npm : join(npm.trim(), "npm", "bin", "npm-cli.js");
  const options = "--dry-run --engine-strict --offline --ignore-scripts --loglevel=warn".split(" ");
  const args = [script, "ci", ...options];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});
