import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { UsageError } from "../options.ts";
import type { Report } from "../report.ts";
import { sarifReport } from "./code-host.ts";
import { junitReport } from "./junit.ts";
import { markdownReport } from "./markdown.ts";
import { ttyReport } from "./tty.ts";

const reporters = new Map<string, (report: Report) => string>([
  ["tty", ttyReport],
  ["junit", junitReport],
  ["json", (report) => `${JSON.stringify(report, undefined, 2)}\n`],
  ["markdown", markdownReport],
  ["sarif", sarifReport],
]);

/** A report, and where it goes: to a file, or to standard output. */
export interface Destination {
  readonly format: (report: Report) => string;
  readonly file: string | undefined;
}

/**
 * Reads `--reporter`, and makes the folders of the files, so that a run does not end in vain.
 *
 * @throws {UsageError} There is no such reporter, or two of them write to standard output.
 */
export async function readDestinations(options: readonly string[]): Promise<Destination[]> {
  const names = [...reporters.keys()].join(", ");
  const destinations = options.map((option) => {
    const [, name = "", file] = /^([^=]*)(?:=(.+))?$/s.exec(option) ?? [];
    const format = reporters.get(name);
    if (format === undefined) throw new UsageError(`--reporter must be ${names}, alone or with =FILE.`);
    return { format, file };
  });
  if (destinations.filter(({ file }) => file === undefined).length > 1)
    throw new UsageError("Only one --reporter can write to standard output: give the others a file.");
  for (const { file = "." } of destinations) await mkdir(dirname(file), { recursive: true });
  return destinations;
}

/** Writes the reports. In a file none has colours. */
export async function writeReports(
  report: Report,
  destinations: readonly Destination[],
  print: (text: string) => void,
): Promise<void> {
  for (const { file, format } of destinations) {
    if (file === undefined) print(format(report));
    else await writeFile(file, stripVTControlCharacters(format(report)));
  }
}
