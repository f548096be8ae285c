import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { htmlReport } from "../report/html.ts";
import { jsonReport } from "../report/json.ts";
import { junitReport } from "../report/junit.ts";
import { markdownReport } from "../report/markdown.ts";
import type { Report } from "../report/report.ts";
import { sarifReport } from "../report/sarif.ts";
import { ttyReport } from "../report/tty.ts";
import { UsageError } from "./options.ts";

const reporters: Readonly<Record<string, (report: Report) => string>> = {
  html: htmlReport,
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
  sarif: sarifReport,
  tty: ttyReport,
};

/** A reporter, and the file that it writes; `undefined`: to standard output. */
export interface Destination {
  readonly render: (report: Report) => string;
  readonly file: string | undefined;
  /** Whether somebody reads it as it is printed. */
  readonly isRead: boolean;
}

/**
 * Reads `name` and `name=file`.
 * @throws {UsageError} There is no such reporter.
 */
export function readDestinations(names: readonly string[]): Destination[] {
  return names.map((each) => {
    const at = each.indexOf("=");
    const name = at < 0 ? each : each.slice(0, at);
    const file = at < 0 ? undefined : each.slice(at + 1);
    if (file === "") throw new UsageError(`--reporter ${each} names no file.`);
    const render = Object.hasOwn(reporters, name) ? reporters[name] : undefined;
    if (render === undefined)
      throw new UsageError(
        `There is no reporter ${JSON.stringify(name)}: there are ${Object.keys(reporters).join(", ")}.`,
      );
    return { render, file, isRead: each === "tty" };
  });
}

/**
 * Makes the folders that files are to be written to, before anything is sent.
 * @throws {UsageError} One cannot be made.
 */
export async function makeFolders(files: readonly (string | undefined)[]): Promise<void> {
  for (const file of files) {
    if (file === undefined) continue;
    try {
      await mkdir(dirname(file), { recursive: true });
    } catch (error) {
      throw new UsageError(`${file} cannot be written: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** Writes the report to every destination. */
export async function writeReports(
  report: Report,
  destinations: readonly Destination[],
  print: (text: string) => void,
): Promise<void> {
  for (const { file, render } of destinations) {
    if (file === undefined) print(render(report));
    else await writeFile(file, stripVTControlCharacters(render(report)));
  }
}
