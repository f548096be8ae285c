import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments, runCommand, runProgram } from "../command-line.ts";
import { contractFile, loadContract } from "../load.ts";
import type { Contract, Gap } from "../model.ts";
import { repeated } from "../profile/consistency.ts";
import { ContractError, type Problem, problemsText } from "../profile/contract-error.ts";
import type { Finding } from "../profile/kind.ts";
import { extensionFindings } from "./extension-rules.ts";
import { httpFindings } from "./http-rules.ts";
import { scenarioFindings } from "./scenario-rules.ts";
import { exampleFindings, schemaFindings } from "./schema-rules.ts";

const help = `Usage: npm run lint:contract -w packages/contract -- [FILE]

Lints a contract (default: that of the workflow service) by the profile, the rules of this
project and Redocly's.

Exit codes: 0 no problem, 1 problems, 2 wrong usage
`;

/**
 * Lints the contract in a file: first by the profile, and then by the rules of this project and
 * by Redocly's. A `service.md` beside it is the description that it states.
 *
 * @returns The problems in the order of their lines.
 */
export function lintFile(file: string): readonly Problem[] {
  try {
    const contract = loadContract(file);
    const service = join(dirname(file), "service.md");
    const description = existsSync(service) ? readFileSync(service, "utf8") : "";
    const found = ruleFindings(contract, description);
    const own = found.map(({ pointer, ...said }) => ({
      ...said,
      location: contract.locate(pointer),
    }));
    return [...own, ...redoclyProblems(file)].sort(
      (one, other) => one.location.line - other.location.line,
    );
  } catch (error) {
    if (error instanceof ContractError) return error.problems;
    throw error;
  }
}

/**
 * What the rules of this project find.
 *
 * @param description - That of the service, in Markdown with numbered headings. The empty string:
 * none.
 */
export function ruleFindings(contract: Contract, description: string): Finding[] {
  const { gaps, operations } = contract;
  const found = [
    ...operations.flatMap((operation) => [
      ...scenarioFindings(contract, operation),
      ...extensionFindings(contract, operation),
    ]),
    ...httpFindings(contract),
    ...schemaFindings(contract),
    ...exampleFindings(contract),
    ...repeated(gaps, ({ id }) => id).map(({ second: { id, pointer } }) => ({
      message: `two gaps have the id "${id}": rename one`,
      pointer,
    })),
    ...gaps.flatMap(({ id, operations: about, pointer }) =>
      about
        .filter((name) => !operations.some(({ operationId }) => operationId === name))
        .map((name) => ({
          message: `gap "${id}" names ${name}, which is no operation: correct it`,
          pointer,
        })),
    ),
    ...missingGaps(gaps, description),
  ];
  // Operations share components, and then also what is wrong with them.
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** Every section of the description that leaves something unsaid has a gap. */
function missingGaps(gaps: readonly Gap[], description: string): Finding[] {
  return description
    .split(/^#{2,} (?=\d)/m)
    .slice(1)
    .filter((text) => /not shown|not described further/i.test(text))
    .map((text) => /^[\d.]*\d/.exec(text)?.[0])
    .filter((number) => !gaps.some(({ section }) => section === number))
    .map((number) => ({
      message: `section ${number} of the description has an open question, and no gap: add one`,
      pointer: "/x-gaps",
    }));
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

/**
 * The problems that Redocly's CLI finds by `redocly.yaml` of `@workflow-api/openapi`. It makes no
 * request.
 */
function redoclyProblems(file: string): Problem[] {
  const fileOf = (name: string): string => fileURLToPath(import.meta.resolve(name));
  const config = `--config=${fileOf("@workflow-api/openapi/redocly.yaml")}`;
  const args = [
    fileOf("@redocly/cli/bin/cli.js"),
    "lint",
    file,
    config,
    "--format=json",
    "--max-problems=1000",
  ];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { stderr, stdout } = spawnSync(process.execPath, args, {
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (!stdout.startsWith("{")) {
    const [reason = "it gave no report"] = stderr.split("\n").filter((line) => /\w/.test(line));
    const message = `Redocly cannot read the contract: ${reason.trim()}`;
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
