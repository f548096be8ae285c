import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { CommandError, prepareCommand } from "./children.ts";
import { asksForHelp, readArguments } from "./command-line.ts";
import { root } from "./turbo.ts";

// `npm run size`. Size is counted in tokens, so that nobody saves lines by making them denser.
const help = `Counts the tokens and files of each part of the repository, and checks their limits.

Usage: npm run size
`;

const tests = /\/(test|bench|examples|support)\//;

/** A part of the repository, with the tokens that it may have. */
interface Part {
  readonly name: string;
  readonly files: RegExp;
  readonly limit: number;
}

/** A file counts in the first part that matches it. */
const parts: readonly Part[] = [
  { name: "tests and their support", files: tests, limit: 182_460 },
  { name: "contract", files: /^(packages\/contract|openapi)\//, limit: 49_050 },
  { name: "conformance", files: /^packages\/conformance\//, limit: 30_610 },
  { name: "verify", files: /^packages\/verify\//, limit: 17_660 },
  { name: "compat", files: /^packages\/compat\//, limit: 31_890 },
  { name: "client", files: /^packages\/client\//, limit: 19_880 },
  { name: "mock", files: /^apps\/mock\//, limit: 34_870 },
  { name: "docs", files: /^apps\/docs\//, limit: 46_350 },
  { name: "workspace and types", files: /^packages\/(workspace|types)\/|^[^/]*$/, limit: 14_520 },
];
const mostTokens = 244_780;
const mostFiles = 480;

/** A file that people write, with the paths of what it imports of its own workspace. */
export interface SourceFile {
  readonly path: string;
  readonly tokens: number;
  readonly imports: readonly string[];
}

/** The paths of the files that Git tracks or would add. */
export function trackedFiles(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const { error, status, stderr, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (error !== undefined || status !== 0)
    throw new CommandError(
      `Git cannot list the files: ${(error?.message ?? stderr).trim()}. ` +
        'Clone the repository with Git, or run "git init" in this copy.',
    );
  const listed = stdout.split("\n");
  return listed.filter((file) => file !== "" && existsSync(join(root, file))).toSorted();
}

/** Code, styles and pages of every workspace, and the guides of the docs; nothing generated. */
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
      return { path, tokens: countTokens(text), imports: imports.map(normalize) };
    });
}

/** Counts the words, numbers and signs of a text, also in strings, but not in comments. */
export function countTokens(text: string): number {
  const code = text.replaceAll(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$|<!--[\s\S]*?-->/gm, "");
  return code.match(/[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+|\S/gu)?.length ?? 0;
}

/** What was measured, as text, and whether every limit holds. */
export function measureSize(): { readonly text: string; readonly holds: boolean } {
  const files = readSources();
  const source = files.filter(({ path }) => !tests.test(path));
  const groups = Map.groupBy(files, ({ path }) => parts.find((part) => part.files.test(path)));
  const rows = parts.map((part) => rowOf(part.name, groups.get(part) ?? [], part.limit));
  const tracked = trackedFiles().length;
  const lines = [
    `${"".padEnd(26)} files   tokens    limit`,
    ...rows,
    rowOf("everything but tests", source, mostTokens),
    `\nFiles tracked: ${tracked} of at most ${mostFiles}${tracked > mostFiles ? "  TOO MANY" : ""}`,
  ];
  return { text: lines.join("\n"), holds: !lines.some((line) => line.includes("  TOO ")) };
}

function rowOf(name: string, files: readonly SourceFile[], limit: number): string {
  const tokens = files.reduce((sum, file) => sum + file.tokens, 0);
  const numbers = [files.length, tokens, limit].map((number, index) =>
    String(number).padStart(index === 0 ? 6 : 9),
  );
  return `${name.padEnd(26)}${numbers.join("")}${tokens > limit ? "  TOO LARGE" : ""}`;
}

if (import.meta.main) {
  prepareCommand();
  const args = process.argv.slice(2);
  if (!asksForHelp(args, help)) {
    readArguments(args, {});
    const { text, holds } = measureSize();
    process.stdout.write(`${text}\n`);
    process.exitCode = holds ? 0 : 1;
  }
}
