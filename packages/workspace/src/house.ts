import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

// `npm run house`: how large the house is, and whether its ceilings hold. Lines of all texts that are written by hand.

/** A part of the repository, the tests apart, and how many lines it may have. */
interface Room {
  readonly name: string;
  readonly isIn: (file: string) => boolean;
  readonly ceiling: number;
}

/** What counts as tests and their support. */
const support = /\/(test|bench|examples|runtimes|fixtures)\//;

const inFolder =
  (...folders: readonly string[]) =>
  (file: string): boolean =>
    folders.some((folder) => file.startsWith(folder));

/** The first that a file is in counts it. */
const rooms: readonly Room[] = [
  { name: "all tests and their support", isIn: (file) => support.test(file), ceiling: 12_000 },
  { name: "contract, with the lint rules", isIn: inFolder("packages/contract/", "openapi/"), ceiling: 2600 },
  { name: "verify with reports", isIn: inFolder("packages/conformance/src/verify/"), ceiling: 1200 },
  { name: "compat", isIn: inFolder("packages/conformance/src/compat/"), ceiling: 950 },
  { name: "score", isIn: inFolder("packages/conformance/src/score/", "apps/mock/score"), ceiling: 700 },
  { name: "conformance: cases, values, check", isIn: inFolder("packages/conformance/"), ceiling: 2300 },
  { name: "client, with its generator", isIn: inFolder("packages/client/"), ceiling: 1400 },
  { name: "mock, its page and MSW", isIn: inFolder("apps/mock/"), ceiling: 2800 },
  { name: "docs with styles, scripts and guides", isIn: inFolder("apps/docs/"), ceiling: 4700 },
  {
    name: "workspace, types, browser for tests",
    isIn: inFolder("packages/", "vitest.config.ts"),
    ceiling: 800,
  },
];
const ceilings = { source: 17_500, files: 450 };

/** A file that counts, with what it imports of its own workspace. */
export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly string[];
}

/** The files of a repository that are tracked or will be, by their paths. */
export function trackedFiles(root: string): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  return listed.filter((file) => file !== "" && existsSync(join(root, file))).toSorted();
}

/** Those that people write: code, styles and pages of every workspace, and the guides of the docs. */
export function readSources(root: string): SourceFile[] {
  return trackedFiles(root)
    .filter((path) => /\.([cm]?ts|[cm]?js|astro|css)$/.test(path) || /^apps\/docs\/src\/.*\.mdx?$/.test(path))
    .filter((path) => !/\/generated\/|openapi\.d\.ts$/.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, lines: text.split("\n").length - 1, imports: importsOf(path, text) };
    });
}

/** The paths of relative imports of any kind. */
function importsOf(path: string, text: string): string[] {
  const found = text.matchAll(
    /^(?:import|export)\b[^;"'`=(]*["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']/gm,
  );
  return [...found].map(([, stated, dynamic]) => normalize(join(dirname(path), stated ?? dynamic ?? "")));
}

/** Each group of files that import each other in a circle, as the way round. */
export function cyclesOf(files: readonly SourceFile[]): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) cycles.push([...trail.slice(at), path]);
    if (at >= 0 || done.has(path)) return;
    for (const next of byPath.get(path)?.imports ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return cycles;
}

/** The files under 25 lines that exactly one other file imports: they may belong into it. */
export function cardsOf(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ lines }) => lines < 25)
    .flatMap(({ path }) => {
      const users = files.filter(({ imports }) => imports.includes(path));
      return users.length === 1 ? [`${path} (${users[0]?.path})`] : [];
    });
}

/** What the house measures, as text, and whether everything that must hold does. */
export function measureHouse(root: string): { readonly text: string; readonly holds: boolean } {
  const files = readSources(root);
  const source = files.filter(({ path }) => !support.test(path));
  const rows = rooms.map(({ name, ceiling }) => {
    const own = files.filter(({ path }) => rooms.find((room) => room.isIn(path))?.name === name);
    return { name, ceiling, files: own.length, lines: own.reduce((sum, { lines }) => sum + lines, 0) };
  });
  const lines = source.reduce((sum, file) => sum + file.lines, 0);
  const tracked = trackedFiles(root).length;
  const all = [
    ...rows,
    { name: "everything but tests", ceiling: ceilings.source, files: source.length, lines },
  ];
  const cycles = cyclesOf(files);
  const broken = all.filter((row) => row.lines > row.ceiling);
  const text = [
    `${"".padEnd(38)} files  lines  ceiling`,
    ...all.map((row) => {
      const numbers = [row.files, row.lines, row.ceiling].map((value, index) =>
        value.toLocaleString("en").padStart([6, 7, 9][index] ?? 0),
      );
      return `${row.name.padEnd(38)}${numbers.join("")}${row.lines > row.ceiling ? "  TOO LARGE" : ""}`;
    }),
    `\n${tracked} files tracked of at most ${ceilings.files}${tracked > ceilings.files ? "  TOO MANY" : ""}`,
    `Largest folder: ${largestFolder(source)}`,
    ...listed("Under 25 lines, and imported by one other file", cardsOf(source)),
    ...listed(
      "Imports in a circle",
      cycles.map((cycle) => cycle.join(" > ")),
    ),
  ].join("\n");
  return { text, holds: broken.length === 0 && cycles.length === 0 && tracked <= ceilings.files };
}

function largestFolder(files: readonly SourceFile[]): string {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  const [folder = "", count = 0] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return `${folder} (${count} files)`;
}

function listed(title: string, entries: readonly string[]): string[] {
  return [`${title}: ${entries.length}`, ...entries.map((entry) => `  ${entry}`)];
}

if (import.meta.main) {
  const { root } = await import("./turbo.ts");
  const { text, holds } = measureHouse(root);
  process.stdout.write(`${text}\n`);
  process.exitCode = holds ? 0 : 1;
}
