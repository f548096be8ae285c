import { execFile } from "node:child_process";
import { basename, dirname, join } from "node:path";
import { contractFile, isObject } from "@workflow-api/contract";
import type { Fate } from "./try-mutant.ts";

/** The files of the survivors that the rules of our contract refuse: such a mistake never gets as far as a server. */
export async function lintSurvivors(fates: readonly Fate[]): Promise<Set<string>> {
  const files = fates.flatMap(({ survivor }) => survivor?.file ?? []);
  if (files.length === 0) return new Set();
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
  const told = JSON.stringify(problems);
  return new Set(files.filter((file) => told.includes(`${basename(dirname(file))}/${basename(file)}`)));
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
