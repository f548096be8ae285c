import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { root } from "./turbo.ts";

// `npm run house`: how large the house is, and whether its ceilings hold.

const support = /\/(test|bench|examples|support)\//;

/**
 * The parts of the repository and the lines that each may have. A file counts in the first that
 * matches it.
 */
const rooms: readonly (readonly [name: string, files: RegExp, ceiling: number])[] = [
  ["all tests and their support", support, 12_000],
  // What the generator of the client, the docs and the mock call the client's parts.
  ["the words of the client", /^packages\/contract\/src\/calls\.ts$/, 240],
  ["contract, with the lint rules", /^(packages\/contract|openapi)\//, 2600],
  ["verify with reports", /^packages\/conformance\/src\/verify\//, 1200],
  ["compat", /^packages\/conformance\/src\/compat\//, 950],
  ["score", /^(packages\/conformance\/src\/score\/|apps\/mock\/score)/, 700],
  ["conformance: cases, values, checks", /^packages\/conformance\//, 2300],
  ["client, with its generator", /^packages\/client\//, 1400],
  ["mock, its page and MSW", /^apps\/mock\//, 2800],
  ["docs, with styles and guides", /^apps\/docs\//, 4700],
  ["workspace, types, browser for tests", /^packages\/(workspace|types)\/|^[^/]*$/, 800],
];
const mostLines = 17_500;
const mostFiles = 450;

/** A file that people write, with the paths of what it imports of its own workspace. */
export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly string[];
}

/** The files of the repository that are tracked or will be, by their paths. */
export function trackedFiles(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  return listed.filter((file) => file !== "" && existsSync(join(root, file))).toSorted();
}

/**
 * Code, styles and pages of every workspace, and the guides of the docs; nothing that is generated.
 */
export function readSources(): SourceFile[] {
  return trackedFiles()
    .filter(
      (path) => /\.([cm]?[jt]s|astro|css)$/.test(path) || /^apps\/docs\/src\/.*\.mdx?$/.test(path),
    )
    .filter((path) => !/\/generated\/|\/openapi\.d\.ts$/.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const found = text.matchAll(
        /^(?:import|export)\b[^;"'`=(]*["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']/gm,
      );
      const imports = [...found].map(([, one, other]) => join(dirname(path), one ?? other ?? ""));
      return { path, lines: text.split("\n").length - 1, imports: imports.map(normalize) };
    });
}

/** The files that import each other in a circle, as the way round. */
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
  return files.flatMap(({ path, lines }) => {
    const users = files.filter(({ imports }) => imports.includes(path));
    return lines < 25 && users.length === 1 ? [`${path} (${users[0]?.path})`] : [];
  });
}

/** What the house measures, as text, and whether everything that must hold does. */
export function measureHouse(): { readonly text: string; readonly holds: boolean } {
  const files = readSources();
  const source = files.filter(({ path }) => !support.test(path));
  const roomOf = (path: string): string | undefined => rooms.find(([, own]) => own.test(path))?.[0];
  const rows = rooms.map(([name, , ceiling]) => {
    const own = files.filter(({ path }) => roomOf(path) === name);
    return rowOf(name, own, ceiling);
  });
  const cycles = cyclesOf(files).map((cycle) => cycle.join(" > "));
  const cards = cardsOf(source);
  const tracked = trackedFiles().length;
  const folders = Object.entries(Object.groupBy(source, ({ path }) => dirname(path)));
  const [folder, inside = []] =
    folders.toSorted(([, a = []], [, b = []]) => b.length - a.length)[0] ?? [];
  const lines = [
    `${"".padEnd(36)} files  lines  ceiling`,
    ...[...rows, rowOf("everything but tests", source, mostLines)],
    `\nFiles tracked: ${tracked} of at most ${mostFiles}${tracked > mostFiles ? "  TOO MANY" : ""}`,
    `Largest folder: ${folder} (${inside.length} files)`,
    `Under 25 lines, and imported by one other file: ${cards.length}`,
    ...cards.map((card) => `  ${card}`),
    `Imports in a circle: ${cycles.length}${cycles.length > 0 ? "  TOO MANY" : ""}`,
    ...cycles.map((cycle) => `  ${cycle}`),
  ];
  return { text: lines.join("\n"), holds: !lines.some((line) => line.includes("  TOO ")) };
}

function rowOf(name: string, files: readonly SourceFile[], ceiling: number): string {
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const numbers = `${String(files.length).padStart(6)}${String(lines).padStart(7)}${String(ceiling).padStart(9)}`;
  return `${name.padEnd(36)}${numbers}${lines > ceiling ? "  TOO LARGE" : ""}`;
}

if (import.meta.main) {
  const { text, holds } = measureHouse();
  process.stdout.write(`${text}\n`);
  process.exitCode = holds ? 0 : 1;
}
