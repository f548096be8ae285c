import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runRedocly } from "./redocly-cli.ts";

/** A problem that Redocly CLI reports. */
export interface Problem {
  readonly rule: string;
  readonly message: string;
  /** `file#/pointer`, without the folder of the contract. */
  readonly at: string;
  readonly line: number;
}

/** A contract to lint: its text, or those of its files by name, of which `openapi.yaml` is the root. */
export type Sources = string | Readonly<Record<string, string>>;

const config = fileURLToPath(new URL("../redocly.yaml", import.meta.url));

/**
 * Lints contracts by the real CLI, in one run; the problems by contract.
 * @param rules What to set beside the configuration of this folder, as in redocly.yaml.
 */
export async function lint(contracts: readonly Sources[], rules: object = {}): Promise<Problem[][]> {
  const folder = await mkdtemp(join(tmpdir(), "openapi-lint-"));
  try {
    const roots = await Promise.all(
      contracts.map((sources, index) => write(join(folder, `${index}`), sources)),
    );
    const settings = join(folder, "redocly.yaml");
    await writeFile(settings, JSON.stringify({ telemetry: "off", extends: [config], rules }));
    const args = ["lint", ...roots, "--config", settings, "--format", "json", "--max-problems", "100000"];
    const stdout = await runRedocly(folder, args);
    const problems = read(stdout);
    return contracts.map((_, index) =>
      problems.filter(({ folder: of }) => of === `${index}`).map(({ problem }) => problem),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function write(folder: string, sources: Sources): Promise<string> {
  const files = typeof sources === "string" ? { "openapi.yaml": sources } : sources;
  await mkdir(folder);
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  return join(folder, "openapi.yaml");
}

interface Report {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly {
      readonly source: { readonly ref: string };
      readonly pointer?: string;
      readonly start: { readonly line: number };
    }[];
  }[];
}

function read(stdout: string): { folder: string; problem: Problem }[] {
  if (!stdout.startsWith("{")) throw new Error(`Redocly CLI gave no report: ${stdout}`);
  // The CLI prints one JSON text for each contract, with nothing between them.
  const reports = stdout.split(/(?<=^\})(?=\{$)/m).map((text): Report => JSON.parse(text));
  return reports
    .flatMap(({ problems }) => problems)
    .map(({ ruleId: rule, message, location: [location] }) => {
      const ref = location?.source.ref ?? "";
      const at = `${basename(ref)}${location?.pointer ?? ""}`;
      return { folder: dirname(ref), problem: { rule, message, at, line: location?.start.line ?? 0 } };
    });
}
