import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

// The published commands read their arguments with `@workflow-api/contract/command-line`. Those of
// the repository build that package, so they cannot use it.

/** A command cannot go on. The message says why and what to do; a stack would only hide it. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  /** 1 if it cannot go on, 2 if the command line is wrong. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Whether the message of an error says all: it is one of ours, or of the operating system. */
export function isExpected(error: unknown): boolean {
  return error instanceof CommandError || (error instanceof Error && "syscall" in error);
}

/** Prints the help of a command if its arguments ask for it. */
export function asksForHelp(args: readonly string[], help: string): boolean {
  const asks = args.includes("--help") || args.includes("-h");
  if (asks) process.stdout.write(help);
  return asks;
}

/**
 * Reads the arguments of a command.
 *
 * @param mostPositionals - How many arguments may belong to no option.
 * @throws {CommandError} They are wrong.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  mostPositionals = 0,
): ReturnType<typeof parseArgs<{ options: Options; strict: true; allowPositionals: true }>> {
  const config = { args: [...args], options, strict: true, allowPositionals: true } as const;
  try {
    const { positionals, values } = parseArgs(config);
    if (positionals.length <= mostPositionals) return { positionals, values };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${message.split(". ", 1)[0]}: see --help.`, 2);
  }
  throw new CommandError("An argument belongs to no option: see --help.", 2);
}
