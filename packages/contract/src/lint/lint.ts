import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments, runCommand, runProgram } from "../command-line.ts";
import type { Contract } from "../model.ts";
import { collectProblems, repeated } from "../profile/consistency.ts";
import { ContractError, type Problem, problemsText } from "../profile/contract-error.ts";
import type { UnlocatedProblem } from "../profile/kind.ts";
import { contractFile, loadContract, readSource } from "../read/file.ts";
import { checkExtensions } from "./extension-rules.ts";
import { checkScenarios } from "./scenario-rules.ts";
import { checkExamples, checkPatterns } from "./schema-rules.ts";

const help = `Usage: npm run lint:contract -w packages/contract -- [FILE]

Lints a contract (default: that of the workflow service) by the profile, the rules of this
project and Redocly's. The other tools omit the operations that leave the profile; this is the
place to ask for all of them.

Exit codes: 0 no error, though there may be warnings, 1 errors, 2 wrong usage
`;

/**
 * Lints the contract in a file by the profile, by the rules of this project and by Redocly's.
 *
 * @returns The problems in the order of their lines.
 */
export function lintFile(file: string): readonly Problem[] {
  try {
    const contract = loadContract(file);
    const style = styleOf(file);
    const found = ruleFindings(contract).map(({ kind = "", message, pointer }) => ({
      message: `${message} [${kind}]`,
      kind,
      location: contract.locate(pointer),
      isWarning: kind === "patterns-matched" || (isHabit.test(kind) && !style.hasScenarios),
    }));
    const all = [...contract.problems, ...found, ...redoclyProblems(file, style)];
    return all.sort((a, b) => a.location.line - b.location.line);
  } catch (error) {
    if (error instanceof ContractError) return error.problems;
    throw error;
  }
}

/** The rules that other contracts rarely follow: a style has them with `x-scenarios: error`. */
const isHabit = /^(scenarios|statuses)-/;

/** The style of a contract: the `redocly.yaml` beside it. */
interface ContractStyle {
  readonly config: string | undefined;
  /** Whether each status must have a scenario. */
  readonly hasScenarios: boolean;
}

function styleOf(file: string): ContractStyle {
  const config = join(dirname(file), "redocly.yaml");
  if (!existsSync(config)) return { config: undefined, hasScenarios: false };
  const { "x-scenarios": scenarios } = readSource(config).document;
  return { config: basename(config), hasScenarios: scenarios === "error" };
}

/** What the rules of this project find. */
export function ruleFindings(contract: Contract): UnlocatedProblem[] {
  return collectProblems((addProblem) => {
    for (const operation of contract.operations) {
      checkScenarios(contract, operation, addProblem);
      checkExtensions(contract, operation, addProblem);
    }
    checkExamples(contract, addProblem);
    checkPatterns(contract, addProblem);
    for (const [, { id, pointer }] of repeated(contract.openQuestions, (question) => question.id))
      addProblem(pointer, `two open questions have the id "${id}": rename one`, "questions-unique");
  });
}

interface RedoclyReport {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly severity: "error" | "warn";
    readonly message: string;
    readonly location: readonly {
      readonly pointer?: string;
      readonly start: { line: number; col: number };
    }[];
  }[];
}

/** What the rules of this project check themselves. */
const checkedRules = ["media-type", "parameter", "schema"].map(
  (part) => `--skip-rule=no-invalid-${part}-examples`,
);

/**
 * The problems that Redocly's CLI finds by the style of the contract, or else by its recommended
 * ruleset. It makes no request.
 */
function redoclyProblems(file: string, { config }: ContractStyle): Problem[] {
  const rules =
    config === undefined ? ["--extends=recommended", ...checkedRules] : [`--config=${config}`];
  const command = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
  const { stderr, stdout } = spawnSync(
    process.execPath,
    [command, "lint", resolve(file), ...rules, "--format=json", "--max-problems=1000"],
    {
      // Where no other redocly.yaml is found.
      cwd: dirname(resolve(file)),
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    },
  );
  if (!stdout.startsWith("{")) {
    const [, reason = stderr.trim()] = /^ +- (.+)$/m.exec(stderr) ?? [];
    const message = `Redocly cannot read the contract: ${reason || "it gave no report"}`;
    return [{ message, location: { file, line: 1, column: 1, pointer: "" } }];
  }
  const { problems }: RedoclyReport = JSON.parse(stdout);
  const found = problems.map(({ location: [place], message, ruleId, severity }) => {
    const { line, col: column } = place?.start ?? { line: 1, col: 1 };
    const location = { file, line, column, pointer: place?.pointer?.slice(1) ?? "" };
    const isWarning = severity === "warn";
    return { message: `${message} [${ruleId}]`, location, kind: ruleId, isWarning };
  });
  // The profile reads it as its equivalent.
  return found.filter(
    ({ kind, location }) => kind !== "struct" || !location.pointer.endsWith("/nullable"),
  );
}

/** Runs the command, and gives its exit code. */
function main(args: readonly string[]): number {
  const { positionals, values } = readArguments(args, { help: { type: "boolean" } }, 1);
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const file = positionals[0] ?? relative("", contractFile());
  const problems = lintFile(file);
  const errors = problems.filter(({ isWarning = false }) => !isWarning).length;
  const warnings = problems.length - errors;
  const found = [
    countText(errors, "problem"),
    ...(warnings > 0 ? [countText(warnings, "warning")] : []),
  ];
  process.stdout.write(
    [problemsText(problems), `${file}: ${found.join(", ")}`, ""].join("\n").trimStart(),
  );
  return errors === 0 ? 0 : 1;
}

function countText(count: number, noun: string): string {
  return `${count || "no"} ${noun}${count === 1 ? "" : "s"}`;
}

if (import.meta.main) {
  // npm runs it in the folder of the workspace; paths are those of the folder in which it was
  // typed.
  process.chdir(process.env["INIT_CWD"] ?? ".");
  await runProgram(async (args, { printError }) => await runCommand(() => main(args), printError));
}
