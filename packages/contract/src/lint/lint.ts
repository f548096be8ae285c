import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments, runCommand, runProgram } from "../command-line.ts";
import { contractFile, loadContract } from "../load.ts";
import type { Contract } from "../model.ts";
import { collectProblems, repeated } from "../profile/consistency.ts";
import { ContractError, type Problem, problemsText } from "../profile/contract-error.ts";
import type { UnlocatedProblem } from "../profile/kind.ts";
import { checkExtensions } from "./extension-rules.ts";
import { checkScenarios } from "./scenario-rules.ts";
import { checkExamples } from "./schema-rules.ts";

const help = `Usage: npm run lint:contract -w packages/contract -- [FILE]

Lints a contract (default: that of the workflow service) by the profile, the rules of this
project and Redocly's.

Exit codes: 0 no problem, 1 problems, 2 wrong usage
`;

/**
 * Lints the contract in a file: first by the profile, and then by the rules of this project and
 * by Redocly's.
 *
 * @returns The problems in the order of their lines.
 */
export function lintFile(file: string): readonly Problem[] {
  try {
    const contract = loadContract(file);
    const found = ruleFindings(contract).map(({ kind = "", message, pointer }) => ({
      message: `${message} [${kind}]`,
      kind,
      location: contract.locate(pointer),
    }));
    return [...found, ...redoclyProblems(file)].sort((a, b) => a.location.line - b.location.line);
  } catch (error) {
    if (error instanceof ContractError) return error.problems;
    throw error;
  }
}

/** What the rules of this project find. */
export function ruleFindings(contract: Contract): UnlocatedProblem[] {
  return collectProblems((addProblem) => {
    for (const operation of contract.operations) {
      checkScenarios(contract, operation, addProblem);
      checkExtensions(contract, operation, addProblem);
    }
    checkExamples(contract, addProblem);
    for (const [, { id, pointer }] of repeated(contract.openQuestions, (question) => question.id))
      addProblem(pointer, `two open questions have the id "${id}": rename one`, "questions-unique");
  });
}

interface RedoclyReport {
  readonly problems: readonly {
    readonly ruleId: string;
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
 * The problems that Redocly's CLI finds by the `redocly.yaml` beside the contract, which has the
 * style of that contract, or else by its strictest ruleset. It makes no request.
 */
function redoclyProblems(file: string): Problem[] {
  const config = join(dirname(file), "redocly.yaml");
  const rules = existsSync(config)
    ? ["--config=redocly.yaml"]
    : ["--extends=recommended-strict", ...checkedRules];
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
  const found = problems.map(({ location: [place], message, ruleId }) => {
    const { line, col: column } = place?.start ?? { line: 1, col: 1 };
    const location = { file, line, column, pointer: place?.pointer?.slice(1) ?? "" };
    return { message: `${message} [${ruleId}]`, location, kind: ruleId };
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
  const count = problems.length === 1 ? "1 problem" : `${problems.length || "no"} problems`;
  process.stdout.write([problemsText(problems), `${file}: ${count}`, ""].join("\n").trimStart());
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.main) {
  // npm runs it in the folder of the workspace; paths are those of the folder in which it was
  // typed.
  process.chdir(process.env["INIT_CWD"] ?? ".");
  await runProgram(async (args, { printError }) => await runCommand(() => main(args), printError));
}
