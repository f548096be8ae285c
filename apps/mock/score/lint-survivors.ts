import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { contractFile, isObject } from "@workflow-api/contract";
import type { Fate } from "./try-mutant.ts";

/** The survivors that the rules of our contract refuse: such a mistake never gets as far as a server. */
export async function lintSurvivors(fates: readonly Fate[]): Promise<Set<Fate>> {
  const survived = fates.filter(({ outcome }) => outcome === "survived");
  if (survived.length === 0) return new Set();
  const folder = mkdtempSync(join(tmpdir(), "workflow-api-score-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    const files = new Map(survived.map((fate, index) => [join(folder, `${index}.json`), fate]));
    for (const [file, { survivor }] of files)
      writeFileSync(file, JSON.stringify(survivor?.document, undefined, 1));
    const told = await problemsOf([...files.keys()]);
    return new Set([...files].filter(([file]) => told.includes(nameOf(file))).map(([, fate]) => fate));
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/** As the reports name a file, whatever folder they start from. */
function nameOf(file: string): string {
  return `${basename(dirname(file))}/${basename(file)}`;
}

async function problemsOf(files: readonly string[]): Promise<string> {
  const config = join(dirname(contractFile()), "redocly.yaml");
  const output = await runRedocly([
    "lint",
    ...files,
    "--config",
    config,
    "--format",
    "json",
    "--max-problems",
    "100000",
  ]);
  // A report for each file, one behind the other.
  const reports: unknown = JSON.parse(`[${output.slice(output.indexOf("{")).replaceAll(/^\}\{/gm, "},{")}]`);
  const problems = Array.isArray(reports)
    ? reports.flatMap((report) => (isObject(report) ? report["problems"] : []))
    : [];
  return JSON.stringify(problems);
}

function runRedocly(args: readonly string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return new Promise((resolve, reject) => {
    execFile("redocly", [...args], { env, maxBuffer: 2 ** 28 }, (error, stdout) => {
      if (stdout.includes("{")) resolve(stdout);
      else reject(error ?? new Error("redocly said nothing."));
    });
  });
}
