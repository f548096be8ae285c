import { readFile, writeFile } from "node:fs/promises";
import type { Report } from "../report/report.ts";
import { UsageError } from "./options.ts";
import { fingerprint } from "./result-of.ts";

/**
 * The failures that are known.
 * @throws {UsageError} The file is none that {@link writeBaseline} has written.
 */
export async function readBaseline(file: string | undefined): Promise<ReadonlySet<string>> {
  if (file === undefined) return new Set();
  try {
    const known: unknown = JSON.parse(await readFile(file, "utf8"));
    if (Array.isArray(known) && known.every((each) => typeof each === "string")) return new Set(known);
  } catch (error) {
    throw new UsageError(
      `--baseline ${file} cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  throw new UsageError(`--baseline ${file} is not a list of findings.`);
}

/** Writes the failures of a run, those that were known included. */
export async function writeBaseline(file: string, { results }: Report): Promise<void> {
  const found = results.flatMap(({ findings, title }) =>
    findings.map(({ name }) => fingerprint(title, name)),
  );
  await writeFile(file, `${JSON.stringify([...new Set(found)].sort(), undefined, 2)}\n`);
}
