import { writeFile } from "node:fs/promises";
import { readJsonFile } from "./given.ts";
import { UsageError } from "./options.ts";
import type { Report } from "./report.ts";

/**
 * Reads what is known of a server: findings, and operations that are not tried, each by its fingerprint.
 *
 * @throws {UsageError} The file is none that {@link writeBaseline} has written.
 */
export async function readBaseline(file: string | undefined): Promise<ReadonlySet<string>> {
  const known = file === undefined ? [] : await readJsonFile("--baseline", file);
  if (Array.isArray(known) && known.every((each) => typeof each === "string")) return new Set(known);
  throw new UsageError(`--baseline ${file} is no list of findings: write one with --write-baseline.`);
}

/** Writes what a run has found and not tried, what was known before included. */
export async function writeBaseline(file: string, { fingerprints }: Report): Promise<void> {
  await writeFile(file, `${JSON.stringify(fingerprints, undefined, 2)}\n`);
}
