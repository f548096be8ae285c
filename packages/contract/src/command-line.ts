import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type ParseArgsConfig, type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { ContractError } from "./profile/contract-error.ts";
import { terminalText } from "./wire/redact.ts";

// What the commands of all packages have in common: how they read their arguments, and how they
// fail.

/** The command line is wrong. The message says what to write instead. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

type Strict<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; strict: true; allowPositionals: true }>
>;

/**
 * Reads the arguments of a command by Node's `parseArgs`.
 *
 * @param mostPositionals - How many arguments may belong to no option.
 * @throws {UsageError} They are wrong. An argument that belongs to no option is not shown: it may
 * be a secret.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  mostPositionals = 0,
  further: Pick<ParseArgsConfig, "allowNegative"> = {},
): Strict<Options> {
  const config = { args: [...args], options, strict: true, allowPositionals: true } as const;
  try {
    const { positionals, values } = parseArgs({ ...further, ...config });
    if (positionals.length <= mostPositionals) return { positionals, values };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message.split(/\.\s|\n/, 1)[0]}: see --help.`);
  }
  throw new UsageError("An argument belongs to no option: see --help.");
}

/**
 * Reads the number that an option has.
 *
 * @throws {UsageError} It is none, or not within the limits.
 */
export function readNumber(
  option: string,
  text: string,
  { least = 0, most }: { readonly least?: number; readonly most: number },
): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  const quoted = JSON.stringify(text);
  throw new UsageError(`--${option} takes a whole number from ${least} to ${most}, not ${quoted}.`);
}

/**
 * Reads the URL that an option has. A wrong one is not shown: it may hold a password.
 *
 * @throws {UsageError} It is none, or not of the web.
 */
export function readUrl(option: string, text: string): URL {
  if (URL.canParse(text) && /^https?:/i.test(text)) return new URL(text);
  throw new UsageError(`--${option} takes a URL such as http://127.0.0.1:4010.`);
}

/** Where a report goes. */
export interface Destination<Report> {
  readonly reporter: string;
  readonly format: (report: Report) => string;
  /** `undefined`: standard output. */
  readonly file: string | undefined;
}

/**
 * Reads each `--reporter NAME[=FILE]`. Beside the annotations of `github`, which GitHub reads from
 * the log, one report can be printed.
 *
 * @throws {UsageError} There is no such reporter, or several write to standard output.
 */
export function readReporters<Report>(
  given: readonly string[],
  formats: ReadonlyMap<string, (report: Report) => string>,
): Destination<Report>[] {
  const destinations = given.map((option) => {
    const [, reporter = "", file] = /^([^=]*)(?:=(.+))?$/s.exec(option) ?? [];
    const format = formats.get(reporter);
    if (format !== undefined) return { reporter, format, file };
    throw new UsageError(
      `--reporter takes ${[...formats.keys()].join(", ")}, alone or with =FILE.`,
    );
  });
  const printed = destinations.filter(
    ({ file, reporter }) => file === undefined && reporter !== "github",
  );
  if (printed.length < 2) return destinations;
  throw new UsageError("Only one --reporter can write to standard output: give the others a file.");
}

/** Makes the folder of a file. */
export async function makeFolderOf(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
}

/**
 * Writes a report into a file, whose folder is made.
 *
 * @param summary - The file of a job's summary, to which its steps add.
 */
export async function writeReport(
  file: string,
  text: string,
  summary: string | undefined,
): Promise<void> {
  await makeFolderOf(file);
  await (file === summary ? appendFile : writeFile)(file, text);
}

/**
 * Runs a command. If its arguments, its files or the contract are wrong, which users can correct,
 * only the message is printed.
 *
 * @returns Its exit code; 2: such an error.
 */
export async function runCommand(
  command: () => number | Promise<number>,
  printError: (text: string) => void,
): Promise<number> {
  try {
    return await command();
  } catch (error) {
    const isOfFile = error instanceof Error && "syscall" in error;
    if (!(error instanceof UsageError || error instanceof ContractError || isOfFile)) throw error;
    printError(`${terminalText(error.message)}\n`);
    return 2;
  }
}

/** Where a command writes to. */
export interface Output {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/**
 * Runs the command of a program with the arguments of the process, and sets its exit code: the one
 * that it returns, or 2 where standard output cannot be written. A program that computes without a
 * pause handles no signal: a handler would wait for its end, and the default ends it at once.
 */
export async function runProgram(
  command: (args: readonly string[], output: Output) => number | Promise<number>,
): Promise<void> {
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    // A reader who has seen enough closes it, as `head` does: the exit code still counts.
    if (code === "EPIPE") return;
    process.stderr.write(`Standard output cannot be written: ${message}\n`);
    process.exitCode = 2;
  });
  process.stderr.on("error", () => undefined);
  const code = await command(process.argv.slice(2), {
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
  });
  process.exitCode ??= code;
}
