import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ContractError, type Problem } from "../contract-error.ts";
import { loadContract } from "../load.ts";
import type { Contract, Gap } from "../model.ts";
import type { Finding } from "../structure.ts";
import { contentsOf, scenarioFindings } from "./scenario-rules.ts";
import { exampleFindings, schemaFindings } from "./schema-rules.ts";

/** What a contract may have besides, and what it is based on. */
export interface LintOptions {
  /** The media types of bodies. Default: that of JSON:API, because the description of the service has it for all. */
  readonly mediaTypes?: readonly string[];
  /** The description of the service, in Markdown with numbered headings. Default: none. */
  readonly description?: string | undefined;
}

/**
 * Lints the contract in a file: first by the profile, and then by the rules of the house and by Redocly's. A `service.md`
 * beside it is the description that it states.
 *
 * @returns The problems in the order of their lines.
 * @throws {Error} Redocly could not be run.
 */
export async function lintFile(file: string, options: LintOptions = {}): Promise<readonly Problem[]> {
  try {
    const contract = loadContract(file);
    const service = join(dirname(file), "service.md");
    const description = existsSync(service) ? readFileSync(service, "utf8") : undefined;
    const house = houseFindings(contract, { description, ...options }).map(({ message, pointer }) => ({
      message,
      location: contract.locate(pointer),
    }));
    return [...house, ...(await redoclyProblems(file))].sort(
      (one, other) => one.location.line - other.location.line,
    );
  } catch (error) {
    if (error instanceof ContractError) return error.problems;
    throw error;
  }
}

/** What the rules of the house find. */
export function houseFindings(
  contract: Contract,
  { mediaTypes = ["application/vnd.api+json"], description = "" }: LintOptions = {},
): Finding[] {
  const { gaps, operations } = contract;
  const contents = operations.flatMap(contentsOf);
  const found = [
    ...contents
      .filter(({ mediaType }) => !mediaTypes.includes(mediaType))
      .map(({ mediaType, pointer }) => ({
        message: `a body has the media type ${mediaType}: use ${mediaTypes.join(" or ")}`,
        pointer: pointer.replace(/\/schema$/, ""),
      })),
    ...operations.flatMap((operation) => scenarioFindings(contract, operation)),
    ...undescribedParts(contract),
    ...schemaFindings(contract),
    ...exampleFindings(contract),
    ...gapFindings(gaps, description),
  ];
  // Operations share components, and then also what is wrong with them.
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

function undescribedParts({ operations }: Contract): Finding[] {
  return operations
    .flatMap(({ responses }) => responses)
    .flatMap(({ description, headers, pointer, status }) => [
      ...(description.trim() === "" ? [{ what: `response ${status}`, pointer }] : []),
      ...headers
        .filter((header) => header.description === "")
        .map(({ name, parameterPointer }) => ({ what: `header "${name}"`, pointer: parameterPointer })),
    ])
    .map(({ what, pointer }) => ({
      message: `${what} has no description: say what it means to a reader`,
      pointer,
    }));
}

function gapFindings(gaps: readonly Gap[], description: string): Finding[] {
  const sections = description.split(/^#{2,} (?=\d)/m).slice(1);
  return [
    ...gaps.flatMap(({ id, pointer }, index) => [
      ...(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(id)
        ? []
        : [{ message: `the id "${id}" of a gap is not snake_case`, pointer: `${pointer}/id` }]),
      ...(gaps.findIndex((gap) => gap.id === id) === index
        ? []
        : [{ message: `two gaps have the id "${id}": rename one`, pointer: `${pointer}/id` }]),
    ]),
    ...sections
      .filter((text) => /not shown|not described further/i.test(text))
      .map((text) => /^[\d.]*\d/.exec(text)?.[0] ?? "")
      .filter((number) => !gaps.some(({ section }) => section === number))
      .map((number) => ({
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
      readonly start: { readonly line: number; readonly col: number };
    }[];
  }[];
}

/** The problems that Redocly's CLI finds by `redocly.yaml` of `@workflow-api/openapi`. It calls nobody. */
async function redoclyProblems(file: string): Promise<Problem[]> {
  const cli = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
  const config = fileURLToPath(import.meta.resolve("@workflow-api/openapi/redocly.yaml"));
  const args = [cli, "lint", file, "--config", config, "--format", "json", "--max-problems", "1000"];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 2 ** 28 }, (_, out, err) =>
      resolve({ stdout: out, stderr: err }),
    );
  });
  if (!stdout.startsWith("{")) throw new Error(`Redocly gave no report:\n${stderr}`);
  const { problems }: Report = JSON.parse(stdout);
  return problems.map(({ location: [place], message, ruleId }) => ({
    message: `${message} [${ruleId}]`,
    location: {
      file,
      line: place?.start.line ?? 1,
      column: place?.start.col ?? 1,
      pointer: place?.pointer?.slice(1) ?? "",
    },
  }));
}
