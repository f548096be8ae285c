import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ContractError, type Problem, problemText } from "../contract-error.ts";
import { contractFile, loadContract } from "../load.ts";
import type { Contract, Gap } from "../model.ts";
import type { Finding } from "../structure.ts";
import { contentsOf, scenarioFindings } from "./scenario-rules.ts";
import { exampleFindings, schemaFindings } from "./schema-rules.ts";

const help = `Usage: npm run lint -w packages/contract -- [FILE] [--media-type TYPE]...

Lints a contract by the profile, the rules of the house and Redocly's rules.

  FILE                 default: the contract of the workflow service
  --media-type TYPE    a media type that bodies may have; default: application/vnd.api+json

Exit codes: 0 no problem, 1 problems, 2 wrong usage
`;

// The description of the service has this media type for all bodies.
const jsonApi = ["application/vnd.api+json"];

/**
 * Lints the contract in a file: first by the profile, and then by the rules of the house and by Redocly's. A `service.md`
 * beside it is the description that it states.
 *
 * @returns The problems in the order of their lines.
 */
export function lintFile(file: string, mediaTypes: readonly string[] = jsonApi): readonly Problem[] {
  try {
    const contract = loadContract(file);
    const service = join(dirname(file), "service.md");
    const description = existsSync(service) ? readFileSync(service, "utf8") : "";
    const house = houseFindings(contract, mediaTypes, description).map(({ message, pointer }) => ({
      message,
      location: contract.locate(pointer),
    }));
    return [...house, ...redoclyProblems(file)].sort((one, other) => one.location.line - other.location.line);
  } catch (error) {
    if (error instanceof ContractError) return error.problems;
    throw error;
  }
}

/**
 * What the rules of the house find.
 *
 * @param description - That of the service, in Markdown with numbered headings. The empty string: none.
 */
export function houseFindings(
  contract: Contract,
  mediaTypes = jsonApi as readonly string[],
  description = "",
): Finding[] {
  const { gaps, operations } = contract;
  const found = [
    ...operations.flatMap(contentsOf).flatMap(({ mediaType, pointer }) =>
      mediaTypes.includes(mediaType)
        ? []
        : [
            {
              message: `a body has the media type ${mediaType}: use ${mediaTypes.join(" or ")}`,
              pointer: dirname(pointer),
            },
          ],
    ),
    ...operations.flatMap((operation) => scenarioFindings(contract, operation)),
    ...undescribed(contract),
    ...schemaFindings(contract),
    ...exampleFindings(contract),
    ...gapFindings(gaps, description),
  ];
  // Operations share components, and then also what is wrong with them.
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** Responses and their headers have a description. That operations and parameters have one, Redocly sees to. */
function undescribed({ operations }: Contract): Finding[] {
  const responses = operations.flatMap((operation) => operation.responses);
  const parts = [
    ...responses.map(({ description, pointer, status }) => ({
      what: `response ${status}`,
      description,
      pointer,
    })),
    ...responses.flatMap(({ headers }) =>
      headers.map(({ description, name, parameterPointer: pointer }) => ({
        what: `header "${name}"`,
        description,
        pointer,
      })),
    ),
  ];
  return parts
    .filter(({ description }) => description.trim() === "")
    .map(({ pointer, what }) => ({
      message: `${what} has no description: say what it means to a reader`,
      pointer,
    }));
}

/** Gaps have ids of their own in snake_case, and every section that leaves something unsaid has a gap. */
function gapFindings(gaps: readonly Gap[], description: string): Finding[] {
  const wrongIds = gaps.flatMap(({ id, pointer }, index) => [
    ...(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(id)
      ? []
      : [{ message: `the id "${id}" of a gap is not snake_case`, pointer }]),
    ...(gaps.findIndex((gap) => gap.id === id) < index
      ? [{ message: `two gaps have the id "${id}": rename one`, pointer }]
      : []),
  ]);
  const sections = description.split(/^#{2,} (?=\d)/m).slice(1);
  const unsaid = sections
    .filter((text) => /not shown|not described further/i.test(text))
    .map((text) => /^[\d.]*\d/.exec(text)?.[0] ?? "")
    .filter((number) => !gaps.some(({ section }) => section === number));
  return [
    ...wrongIds,
    ...unsaid.map((number) => ({
      message: `section ${number} of the description leaves something unsaid, and no gap says so: add one`,
      pointer: "/x-gaps",
    })),
  ];
}

interface Report {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly {
      readonly pointer?: string;
      readonly start: { line: number; col: number };
    }[];
  }[];
}

/** The problems that Redocly's CLI finds by `redocly.yaml` of `@workflow-api/openapi`. It calls nobody. */
function redoclyProblems(file: string): Problem[] {
  const [cli, config] = ["@redocly/cli/bin/cli.js", "@workflow-api/openapi/redocly.yaml"].map((name) =>
    fileURLToPath(import.meta.resolve(name)),
  );
  const args = [`${cli}`, "lint", file, `--config=${config}`, "--format=json", "--max-problems=1000"];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { problems }: Report = JSON.parse(run(args, env));
  return problems.map(({ location: [place], message, ruleId }) => {
    const { line, col: column } = place?.start ?? { line: 1, col: 1 };
    return {
      message: `${message} [${ruleId}]`,
      location: { file, line, column, pointer: place?.pointer?.slice(1) ?? "" },
    };
  });
}

/** What a program of Node prints, whatever it exits with. */
function run(args: readonly string[], env: NodeJS.ProcessEnv): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (stdout.startsWith("{")) return stdout;
  throw new Error(`Redocly gave no report:\n${stderr}`);
}

/** Runs the command, and gives its exit code. */
function main(args: readonly string[]): number {
  const options = { help: { type: "boolean" }, "media-type": { type: "string", multiple: true } } as const;
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  if (values.help) process.stdout.write(help);
  if (values.help) return 0;
  const file = positionals[0] ?? relative("", contractFile());
  const problems = lintFile(file, values["media-type"]);
  const count = problems.length === 1 ? "1 problem" : `${problems.length || "no"} problems`;
  process.stdout.write([...problems.map(problemText), `${file}: ${count}`, ""].join("\n"));
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.main) {
  try {
    process.exitCode = main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    process.exitCode = 2;
  }
}
